// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * One exclusive lock in a store: owner, lease, last token, and the queue of nodes. Each
 * method is one atomic step of the store. A repeated request gets the same answer.
 */
final class StoredLock {

	static final int NONE = -1;

	private static final long GRACE = 50_000_000;

	/**
	 * Time for which a request may be in flight.
	 */
	private static final long REMEMBERED = 15_000_000_000L;

	private final VirtualTime time;

	private final Bug bug;

	/**
	 * Nodes in the order of their tickets.
	 */
	private final TreeMap<Long, Integer> queue = new TreeMap<>();

	/**
	 * Past owners and withdrawn attempts: when they ended, and whether they were owners.
	 */
	private final Map<LockOwner, Ended> ended = new LinkedHashMap<>();

	private @Nullable LockOwner owner;

	private long firstToken;

	private long lastToken;

	private long expiresAt;

	private long grantedAt;

	private long usually;

	private int keptFor = NONE;

	private long keptUntil;

	private long tickets;

	StoredLock(VirtualTime time, Bug bug) {
		this.time = time;
		this.bug = bug;
	}

	/**
	 * Grant the lock if it is free, or kept for this node.
	 * @return the lease, {@code null} if another owner holds the lock
	 */
	@Nullable Lease acquire(LockClaim claim, LockOwner owner, int node) {
		if (this.ended.containsKey(owner)) {
			return null;
		}
		long now = this.time.now();
		boolean kept = this.keptUntil > now && this.keptFor != node;
		if (!isHeld() && !kept) {
			this.owner = owner;
			this.queue.values().remove(node);
			this.keptUntil = now;
			grant(claim);
			this.firstToken = this.lastToken - claim.tokens() + 1;
		}
		return owner.equals(this.owner) ? lease(claim, owner) : null;
	}

	private void grant(LockClaim claim) {
		this.grantedAt = this.time.now();
		this.expiresAt = this.grantedAt + claim.leaseTime().toNanos() / (is(Bug.EARLY_END) ? 2 : 1);
		long next = is(Bug.REPEATED_TOKEN) ? this.lastToken : Math.max(this.lastToken + 1, this.grantedAt / 1000);
		this.lastToken = next + claim.tokens() - 1;
	}

	private boolean is(Bug bug) {
		return this.bug == bug;
	}

	private Lease lease(LockClaim claim, LockOwner owner) {
		return Lease.of(claim.key(), owner, claim.leaseTime(), this.lastToken - claim.tokens() + 1, this.lastToken);
	}

	boolean isHeld() {
		return this.owner != null && this.expiresAt > this.time.now();
	}

	boolean isHeldBy(LockOwner owner) {
		return owner.equals(this.owner) && isHeld();
	}

	/**
	 * Return the time until the lock may be free.
	 */
	long left() {
		return Math.max(0, Math.max(isHeld() ? this.expiresAt : 0, this.keptUntil) - this.time.now());
	}

	/**
	 * Queue a node, unless it is queued.
	 * @param ticket the earlier ticket of the node, or zero
	 * @return its ticket
	 */
	long enter(int node, long ticket) {
		for (Map.Entry<Long, Integer> place : this.queue.entrySet()) {
			if (place.getValue() == node) {
				return place.getKey();
			}
		}
		long drawn = (ticket == 0) ? ++this.tickets : ticket;
		this.queue.put(drawn, node);
		return drawn;
	}

	int before(long ticket) {
		return this.queue.headMap(ticket).size();
	}

	void leave(int node) {
		this.queue.values().remove(node);
	}

	boolean isAwaited() {
		return !this.queue.isEmpty();
	}

	boolean renew(Lease lease) {
		if (!isHeldBy(lease.owner())) {
			return false;
		}
		this.expiresAt = Math.max(this.expiresAt, this.time.now() + lease.duration().toNanos());
		return true;
	}

	/**
	 * Renew a lease for the next local waiter of its node.
	 * @return the lease, {@code null} if the owner has lost the lock
	 */
	@Nullable Lease renew(Lease lease, LockClaim claim) {
		if (!isHeldBy(lease.owner())) {
			return null;
		}
		if (this.lastToken == lease.lastToken()) {
			grant(claim);
		}
		return lease(claim, lease.owner());
	}

	/**
	 * Release the lock, or withdraw an attempt.
	 * @return {@code true} if this request has released the lock
	 */
	boolean release(LockOwner owner, long usedToken) {
		boolean owned = owner.equals(this.owner) || is(Bug.ANY_OWNER_RELEASES);
		if (owned) {
			this.usually = heldMicros();
			this.lastToken = (usedToken > 0) ? usedToken : this.lastToken;
			this.owner = null;
		}
		this.ended.merge(owner, new Ended(this.time.now(), owned), (known, next) -> known);
		forget();
		return owned;
	}

	/**
	 * Return whether the owner has released the lock, now or before.
	 */
	boolean wasReleased(LockOwner owner) {
		Ended ended = this.ended.get(owner);
		return ended != null && ended.owned;
	}

	private void forget() {
		long oldest = this.time.now() - REMEMBERED;
		for (Iterator<Ended> all = this.ended.values().iterator(); all.hasNext();) {
			if (all.next().at >= oldest) {
				return;
			}
			all.remove();
		}
	}

	/**
	 * Remove the first node from the queue, and keep the free lock for it.
	 * @return the node
	 */
	int wake() {
		Map.Entry<Long, Integer> head = this.queue.pollFirstEntry();
		if (head == null) {
			return NONE;
		}
		this.keptFor = head.getValue();
		this.keptUntil = this.time.now() + GRACE;
		return this.keptFor;
	}

	long lastToken() {
		return this.lastToken;
	}

	/**
	 * Return the time since the last grant, in microseconds.
	 */
	long heldMicros() {
		return (this.time.now() - this.grantedAt) / 1000;
	}

	/**
	 * Return the previous hold time, in microseconds.
	 */
	long usualMicros() {
		return this.usually;
	}

	private record Ended(long at, boolean owned) {

	}

}
