package io.distlock.lease;

import java.time.Duration;

import io.distlock.provider.Lease;

/**
 * The fencing tokens that a lease can be handed over with before the store has to be
 * asked again whether another node waits. Guarded by the queue of the lease.
 */
final class TokenBlock {

	private final long last;

	private final long sentAt;

	private long next;

	/**
	 * Create a block.
	 * @param lease the lease that came with it
	 * @param sentAt when the store was asked
	 */
	TokenBlock(Lease lease, long sentAt) {
		this.last = lease.lastToken();
		this.sentAt = sentAt;
		this.next = lease.firstToken();
	}

	long take() {
		return this.next++;
	}

	/**
	 * Return the last token that was taken.
	 */
	long lastTaken() {
		return this.next - 1;
	}

	long sentAt() {
		return this.sentAt;
	}

	/**
	 * Return whether there is a token for another hand-over, so soon after the store was
	 * asked.
	 */
	boolean lasts(Duration atMost) {
		return this.next <= this.last && Nanos.now() - this.sentAt < Nanos.of(atMost);
	}

}
