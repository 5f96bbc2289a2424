// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

/**
 * One key of the in-process store. Guarded by the provider.
 */
final class LocalLock {

	/**
	 * Back-off of a node that yields: the others are woken at once.
	 */
	static final Duration BACK_OFF = Duration.ofMillis(1);

	private final LockKey key;

	private final LocalClock clock;

	private Set<Waiter> waiters = Set.of();

	/**
	 * One exclusive owner, or all who hold the key together. Those whose leases have
	 * ended are known until another one takes their place.
	 */
	private final Map<LockOwner, Holder> holders = new LinkedHashMap<>(2);

	private HoldRules.@Nullable InForce permits;

	private long lastToken;

	LocalLock(LockKey key, LocalClock clock) {
		this.key = key;
		this.clock = clock;
	}

	LockKey key() {
		return this.key;
	}

	boolean isHeld() {
		return isHeld(false);
	}

	private boolean isHeld(boolean exclusively) {
		if (this.holders.isEmpty()) {
			return false;
		}
		long now = this.clock.nanoTime();
		for (Holder holder : this.holders.values()) {
			if (holder.isLive(now) && (!exclusively || holder.lease().key().isExclusive())) {
				return true;
			}
		}
		return false;
	}

	boolean isHeldBy(LockOwner owner) {
		Holder holder = this.holders.get(owner);
		return holder != null && holder.isLive(this.clock.nanoTime());
	}

	private Stream<Holder> live() {
		long now = this.clock.nanoTime();
		return this.holders.values().stream().filter((holder) -> holder.isLive(now));
	}

	/**
	 * Return what an owner was granted last, whether or not it has ended since.
	 * @param key the key, in the mode that was asked for
	 * @return the lease, {@code null} if the owner does not have the key any more
	 */
	@Nullable Lease leaseOf(LockKey key, LockOwner owner) {
		Holder holder = find(key, owner);
		return (holder != null) ? holder.lease() : null;
	}

	private @Nullable Holder find(LockKey key, LockOwner owner) {
		Holder holder = this.holders.get(owner);
		return (holder != null && holder.lease().key().equals(key)) ? holder : null;
	}

	/**
	 * Return how long it takes until one more owner may hold the key, at most.
	 */
	long untilFree(LockMode mode) {
		long now = this.clock.nanoTime();
		LongStream ends = live().mapToLong((holder) -> holder.expiresAt() - now);
		return ((mode == LockMode.PERMIT) ? ends.min() : ends.max()).orElse(0);
	}

	/**
	 * Let one more owner share the key.
	 * @param now the clock in microseconds
	 * @return the lease, {@code null} if there is no room
	 */
	@Nullable Lease share(LockOwner owner, LockClaim claim, Waiter waiter, long now) {
		if (isHeldBy(owner)) {
			return leaseOf(claim.key(), owner);
		}
		if (isHeld(true) || !hasRoom(claim, waiter)) {
			return null;
		}
		this.holders.values().removeIf((holder) -> !holder.isLive(this.clock.nanoTime()));
		if (claim.key().mode() == LockMode.PERMIT || this.lastToken == 0) {
			this.lastToken = Math.max(this.lastToken + 1, now);
		}
		return add(Lease.of(claim.key(), owner, claim.leaseTime(), this.lastToken, this.lastToken), claim.holder());
	}

	private boolean hasRoom(LockClaim claim, Waiter waiter) {
		LockMode mode = claim.key().mode();
		if (mode == LockMode.PERMIT) {
			this.permits = HoldRules.inForce(this.permits, claim.permits(), this.clock.instant());
		}
		int number = (this.permits != null) ? this.permits.permits().number() : 0;
		return HoldRules.mayHold(mode, LockMode.SHARED, (int) live().count(), number, writerWaitsBefore(waiter));
	}

	private boolean writerWaitsBefore(Waiter one) {
		return this.waiters.stream()
			.takeWhile((waiter) -> waiter != one)
			.anyMatch((waiter) -> waiter.mode() == LockMode.EXCLUSIVE);
	}

	/**
	 * Grant the lock.
	 * @param now the clock, from which a key counts that was not used for long
	 */
	Lease grant(LockOwner owner, LockClaim claim, long now) {
		long first = Math.max(this.lastToken + 1, now);
		this.lastToken = first + claim.tokens() - 1;
		this.holders.clear();
		return add(Lease.of(claim.key(), owner, claim.leaseTime(), first, this.lastToken), claim.holder());
	}

	private Lease add(Lease lease, String name) {
		this.holders.put(lease.owner(), new Holder(lease, name, this.clock.nanoTime() + lease.duration().toNanos()));
		return lease;
	}

	/**
	 * Count a lease from now on, also if it has ended and no other owner came.
	 * @return whether its owner still has the key
	 */
	boolean renew(Lease lease) {
		Holder holder = find(lease.key(), lease.owner());
		if (holder != null) {
			add(holder.lease(), holder.name());
		}
		return holder != null;
	}

	/**
	 * Take an owner from those who have the key.
	 * @return whether it was one of them
	 */
	boolean leave(LockKey key, LockOwner owner, long lastToken) {
		Holder left = find(key, owner);
		if (left != null && key.isExclusive()) {
			returnTokens(lastToken);
		}
		return left != null && this.holders.remove(owner, left);
	}

	/**
	 * Take tokens back that were not used.
	 * @param lastToken the last one that was used, zero if that is not known
	 */
	void returnTokens(long lastToken) {
		if (lastToken != 0) {
			this.lastToken = Math.min(this.lastToken, lastToken);
		}
	}

	/**
	 * Return whether the lock is free and has no waiter, the clock has passed its tokens,
	 * so that the next ones rise all the same, and no number of permits counts any more.
	 */
	boolean isForgettable(long now) {
		boolean uncounted = this.permits == null || !this.permits.until().isAfter(this.clock.instant());
		return this.holders.isEmpty() && uncounted && this.waiters.isEmpty() && this.lastToken < now;
	}

	/**
	 * End what is held.
	 */
	void clear() {
		this.holders.clear();
	}

	/**
	 * Free the lock and wake the one who has waited longest.
	 */
	void free() {
		clear();
		wakeFirst();
	}

	/**
	 * Wake the one who has waited longest, unless an owner has the lock exclusively.
	 */
	void wakeFirst() {
		if (isAwaited() && !isHeld(true)) {
			this.waiters.iterator().next().wake();
		}
	}

	void addWaiter(Waiter waiter) {
		if (this.waiters.isEmpty()) {
			this.waiters = new LinkedHashSet<>(2);
		}
		this.waiters.add(waiter);
	}

	boolean removeWaiter(Waiter waiter) {
		return isAwaited() && this.waiters.remove(waiter);
	}

	boolean isAwaited() {
		return !this.waiters.isEmpty();
	}

	/**
	 * Describe what is held, one entry for each owner.
	 */
	Stream<StoredLock> describe(int keyLength) {
		String encoded = this.key.encoded(keyLength);
		long now = this.clock.nanoTime();
		return live().map((holder) -> {
			StoredLock lock = StoredLock.of(encoded, holder.name(), holder.lease().lastToken(),
					Duration.ofNanos(Math.max(0, holder.expiresAt() - now)), isAwaited());
			return (holder.lease().key().mode() == LockMode.SHARED) ? lock.together() : lock;
		});
	}

	/**
	 * One who waits for the lock.
	 */
	interface Waiter {

		LockMode mode();

		void wake();

	}

	/**
	 * One who holds the lock.
	 *
	 * @param lease the last grant
	 * @param name the node, for people
	 * @param expiresAt when the lease ends, by the monotonic clock
	 */
	private record Holder(Lease lease, String name, long expiresAt) {

		boolean isLive(long now) {
			return this.expiresAt - now > 0;
		}

	}

}
