// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

import io.distlock.LockMode;
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

	private final Set<Waiter> waiters = new LinkedHashSet<>();

	private @Nullable LockOwner owner;

	/**
	 * The last grant.
	 */
	private @Nullable Lease lease;

	private String holder = "";

	private long lastToken;

	private long expiresAt;

	private final LocalHolders holders;

	LocalLock(LockKey key, LocalClock clock) {
		this.key = key;
		this.clock = clock;
		this.holders = new LocalHolders(clock);
	}

	LockKey key() {
		return this.key;
	}

	boolean isHeld() {
		return isHeldExclusively() || this.holders.live() > 0;
	}

	private boolean isHeldExclusively() {
		return remainingNanos() > 0;
	}

	boolean isHeldBy(LockOwner owner) {
		return isHeldExclusively() ? isOwnedBy(owner) : this.holders.leaseOf(owner) != null;
	}

	boolean isOwnedBy(LockOwner owner) {
		return owner.equals(this.owner);
	}

	private long remainingNanos() {
		return (this.owner != null) ? this.expiresAt - this.clock.nanoTime() : 0;
	}

	/**
	 * Return how long it takes until one more owner may hold the key, at most.
	 */
	long untilFree(LockMode mode) {
		long shared = (mode == LockMode.PERMIT) ? this.holders.untilFirstEnd() : this.holders.untilLastEnd();
		return Math.max(remainingNanos(), shared);
	}

	/**
	 * Let one more owner share the key.
	 * @param now the clock in microseconds
	 * @return the lease, {@code null} if there is no room
	 */
	@Nullable Lease share(LockOwner owner, LockClaim claim, Waiter waiter, long now) {
		Lease known = this.holders.leaseOf(owner);
		if (known != null) {
			return known;
		}
		if (isHeldExclusively() || !this.holders.hasRoom(claim, this.clock.instant(), writerWaitsBefore(waiter))) {
			return null;
		}
		forgetOwner();
		if (claim.key().mode() == LockMode.PERMIT || this.lastToken == 0) {
			this.lastToken = Math.max(this.lastToken + 1, now);
		}
		Lease lease = new Lease(claim.key(), owner, claim.leaseTime(), this.lastToken, this.lastToken);
		this.holders.add(lease, claim.holder());
		return lease;
	}

	private boolean writerWaitsBefore(Waiter one) {
		return this.waiters.stream()
			.takeWhile((waiter) -> waiter != one)
			.anyMatch((waiter) -> waiter.mode() == LockMode.EXCLUSIVE);
	}

	boolean renewShare(Lease lease) {
		return this.holders.renew(lease);
	}

	/**
	 * Take an owner from those who hold the key together.
	 * @return whether it was one of them
	 */
	boolean leave(LockOwner owner) {
		return this.holders.remove(owner);
	}

	/**
	 * Grant the lock.
	 * @param now the clock, from which a key counts that was not used for long
	 */
	Lease grant(LockOwner owner, LockClaim claim, long now) {
		long first = Math.max(this.lastToken + 1, now);
		Lease granted = new Lease(claim.key(), owner, claim.leaseTime(), first, first + claim.tokens() - 1);
		this.holders.clear();
		this.owner = owner;
		this.holder = claim.holder();
		this.lastToken = granted.lastToken();
		this.lease = granted;
		renew(claim.leaseTime());
		return granted;
	}

	/**
	 * Return the lease that was granted after this one to the same owner, {@code null} if
	 * none was.
	 */
	@Nullable Lease leaseAfter(Lease lease) {
		Lease last = this.lease;
		return (last != null && last.lastToken() != lease.lastToken()) ? last : null;
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
		return this.owner == null && this.holders.isForgettable() && this.waiters.isEmpty() && this.lastToken < now;
	}

	void renew(Duration leaseTime) {
		this.expiresAt = this.clock.nanoTime() + leaseTime.toNanos();
	}

	private void forgetOwner() {
		this.owner = null;
		this.lease = null;
	}

	/**
	 * End what is held.
	 */
	void clear() {
		forgetOwner();
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
		if (!isHeldExclusively()) {
			this.waiters.stream().findFirst().ifPresent(Waiter::wake);
		}
	}

	void addWaiter(Waiter waiter) {
		this.waiters.add(waiter);
	}

	boolean removeWaiter(Waiter waiter) {
		return this.waiters.remove(waiter);
	}

	boolean isAwaited() {
		return !this.waiters.isEmpty();
	}

	/**
	 * Describe what is held, one entry for each owner.
	 */
	Stream<StoredLock> describe(int keyLength) {
		String encoded = this.key.encoded(keyLength);
		if (isHeldExclusively()) {
			return Stream.of(new StoredLock(encoded, this.holder, this.lastToken, Duration.ofNanos(remainingNanos()),
					isAwaited()));
		}
		long now = this.clock.nanoTime();
		return this.holders.all()
			.stream()
			.filter((holder) -> holder.isLive(now))
			.map((holder) -> new StoredLock(encoded, holder.name(), holder.lease().lastToken(), holder.remaining(now),
					isAwaited())
				.together());
	}

	/**
	 * One who waits for the lock.
	 */
	interface Waiter {

		LockMode mode();

		void wake();

	}

}
