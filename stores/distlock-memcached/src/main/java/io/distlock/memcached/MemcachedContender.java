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
 * Asks for one lock until it is free. Nothing wakes it, and there is no order among
 * nodes.
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
	 * Return whether an earlier copy of this very request has taken the lock.
	 */
	private boolean isTakenBy(LockOwner owner) {
		StoredOwner holder = this.items.owner(this.claim.key());
		if (holder != null) {
			this.backoff.heldUnder(holder.owner().hashCode());
		}
		return holder != null && holder.is(owner);
	}

	/**
	 * Ask the holder to hand over. Only the turns of nodes depend on it.
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
	 * Nothing to leave: the mark ends by itself.
	 */
	@Override
	public void close() {
	}

}
