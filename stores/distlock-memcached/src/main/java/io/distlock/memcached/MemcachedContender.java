// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.time.Duration;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.PollBackoff;

/**
 * Contender that polls for one lock. Nodes receive no notifications and have no order.
 */
final class MemcachedContender implements Contender {

	private static final Duration FIRST_POLL = Duration.ofMillis(8);

	private static final Duration LAST_POLL = Duration.ofMillis(500);

	private static final long MARK_NANOS = LAST_POLL.toNanos() / 2;

	private final MemcachedItems items;

	private final LockClaim claim;

	private final PollBackoff backoff = new PollBackoff(FIRST_POLL, LAST_POLL);

	private boolean waiting;

	private boolean marked;

	private long markedAt;

	MemcachedContender(MemcachedItems items, LockClaim claim) {
		this.items = items;
		this.claim = claim;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		Duration lease = Expiry.bounded(this.claim.leaseTime());
		StoredOwner ours = new StoredOwner(owner.id(), this.claim.tokens(), this.claim.holder());
		if (this.items.add(this.claim.key(), ours, lease) || isTakenBy(owner)) {
			return new Attempt.Granted(Lease.of(this.claim.key(), owner, lease, 1, this.claim.tokens()));
		}
		if (this.waiting) {
			mark();
		}
		this.waiting = true;
		return new Attempt.Busy(this.backoff.next());
	}

	/**
	 * Return whether an earlier copy of this request has acquired the lock.
	 */
	private boolean isTakenBy(LockOwner owner) {
		StoredOwner holder = this.items.owner(this.claim.key());
		if (holder != null) {
			this.backoff.heldUnder(holder.owner().hashCode());
		}
		return holder != null && holder.is(owner);
	}

	/**
	 * Request a hand-over from the holder. Affects only the turns of nodes.
	 */
	private void mark() {
		long now = System.nanoTime();
		if (this.marked && now - this.markedAt < MARK_NANOS) {
			return;
		}
		try {
			this.items.markAwaited(this.claim.key());
			this.marked = true;
			this.markedAt = now;
		}
		catch (LockStoreException ex) {
			this.marked = false;
		}
	}

	/**
	 * Do nothing: the mark expires by itself.
	 */
	@Override
	public void close() {
	}

}
