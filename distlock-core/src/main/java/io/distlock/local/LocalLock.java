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
 * State of one key in the in-process store. Guarded by the provider's mutex.
 */
final class LocalLock {

	/**
	 * Back-off of a yielding node; other nodes are woken immediately.
	 */
	static final Duration BACK_OFF = Duration.ofMillis(1);

	private final LockKey key;

	private final LocalClock clock;

	private Set<Waiter> waiters = Set.of();

	/**
	 * The exclusive owner, or all shared owners. Owners with expired leases are kept
	 * until another owner replaces them.
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
	 * Return the last lease of an owner, even if expired.
	 * @param key the key, in the requested mode
	 * @return the lease, or {@code null} if the owner no longer has the key
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
	 * Return the maximum time until another owner may hold the key, in nanoseconds.
	 */
	long untilFree(LockMode mode) {
		long now = this.clock.nanoTime();
		LongStream ends = live().mapToLong((holder) -> holder.expiresAt() - now);
		return ((mode == LockMode.PERMIT) ? ends.min() : ends.max()).orElse(0);
	}

	/**
	 * Add a shared owner or a permit.
	 * @param now the clock in microseconds
	 * @return the lease, or {@code null} if the rules reject the owner
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
	 * Grant the lock exclusively.
	 * @param now the clock in microseconds, the minimum of the next token
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
	 * Renew a lease from now on. An expired lease is renewed if no other owner has
	 * replaced it.
	 * @return {@code true} if the owner still has the key
	 */
	boolean renew(Lease lease) {
		Holder holder = find(lease.key(), lease.owner());
		if (holder != null) {
			add(holder.lease(), holder.name());
		}
		return holder != null;
	}

	/**
	 * Remove an owner.
	 * @return {@code true} if the owner had the key
	 */
	boolean leave(LockKey key, LockOwner owner, long lastToken) {
		Holder left = find(key, owner);
		if (left != null && key.isExclusive()) {
			returnTokens(lastToken);
		}
		return left != null && this.holders.remove(owner, left);
	}

	/**
	 * Return unused tokens.
	 * @param lastToken the last used token, zero if unknown
	 */
	void returnTokens(long lastToken) {
		if (lastToken != 0) {
			this.lastToken = Math.min(this.lastToken, lastToken);
		}
	}

	/**
	 * Return whether the entry can be removed: the lock is free without waiters, the
	 * clock has passed the last token, so that later tokens still increase, and no number
	 * of permits is in force.
	 */
	boolean isForgettable(long now) {
		boolean uncounted = this.permits == null || !this.permits.until().isAfter(this.clock.instant());
		return this.holders.isEmpty() && uncounted && this.waiters.isEmpty() && this.lastToken < now;
	}

	/**
	 * Remove all owners.
	 */
	void clear() {
		this.holders.clear();
	}

	/**
	 * Remove all owners and wake the longest-waiting waiter.
	 */
	void free() {
		clear();
		wakeFirst();
	}

	/**
	 * Wake the longest-waiting waiter, unless an owner holds the lock exclusively.
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
	 * List the current owners, one entry for each.
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
	 * Waiter for the lock.
	 */
	interface Waiter {

		LockMode mode();

		void wake();

	}

	/**
	 * Holder of the lock.
	 *
	 * @param lease the last grant
	 * @param name the node, for display
	 * @param expiresAt the end of the lease, by the monotonic clock
	 */
	private record Holder(Lease lease, String name, long expiresAt) {

		boolean isLive(long now) {
			return this.expiresAt - now > 0;
		}

	}

}
