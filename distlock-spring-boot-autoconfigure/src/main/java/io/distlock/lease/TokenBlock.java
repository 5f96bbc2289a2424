package io.distlock.lease;

import java.time.Duration;

import io.distlock.provider.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The fencing tokens that a lease can be handed over with before the store has to be
 * asked again whether another node waits. Guarded by the queue of the lease.
 */
final class TokenBlock {

	private static final int ASK_AFTER_PART = 4;

	private final long first;

	private final long last;

	private final long sentAt;

	private long next;

	private boolean asked;

	private @Nullable TokenBlock following;

	/**
	 * Create a block.
	 * @param lease the lease that came with it
	 * @param sentAt when the store was asked
	 */
	TokenBlock(Lease lease, long sentAt) {
		this.first = lease.firstToken();
		this.last = lease.lastToken();
		this.sentAt = sentAt;
		this.next = this.first;
	}

	long take() {
		return this.next++;
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

	/**
	 * Return whether it is time to ask for the block that follows, which is so once.
	 */
	boolean isTimeToAsk() {
		boolean time = !this.asked && this.next - this.first > (this.last - this.first) / ASK_AFTER_PART;
		this.asked |= time;
		return time;
	}

	void followedBy(TokenBlock following) {
		this.following = following;
	}

	/**
	 * Return the block that the store has given since then.
	 */
	@Nullable TokenBlock following() {
		return this.following;
	}

}
