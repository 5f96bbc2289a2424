/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.local;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

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
	 * How long one who yields stays away: the others are woken at once.
	 */
	static final Duration BACK_OFF = Duration.ofMillis(1);

	private final LockKey key;

	private final LocalClock clock;

	private final Set<Waiter> waiters = new LinkedHashSet<>();

	private @Nullable LockOwner owner;

	/**
	 * What was granted last.
	 */
	private @Nullable Lease lease;

	private String holder = "";

	private long lastToken;

	private long expiresAt;

	LocalLock(LockKey key, LocalClock clock) {
		this.key = key;
		this.clock = clock;
	}

	LockKey key() {
		return this.key;
	}

	boolean isHeld() {
		return this.owner != null && remainingNanos() > 0;
	}

	boolean isOwnedBy(LockOwner owner) {
		return owner.equals(this.owner);
	}

	long remainingNanos() {
		return (this.owner != null) ? this.expiresAt - this.clock.nanoTime() : 0;
	}

	/**
	 * Grant the lock.
	 * @param now the clock, from which a key counts that was not used for long
	 */
	Lease grant(LockOwner owner, LockClaim claim, long now) {
		long first = Math.max(this.lastToken + 1, now);
		Lease granted = new Lease(claim.key(), owner, claim.leaseTime(), first, first + claim.tokens() - 1);
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
	 * Return whether nobody holds the lock or waits for it, and the clock has passed its
	 * tokens, so that the next ones rise all the same.
	 */
	boolean isForgettable(long now) {
		return this.owner == null && this.waiters.isEmpty() && this.lastToken < now;
	}

	void renew(Duration leaseTime) {
		this.expiresAt = this.clock.nanoTime() + leaseTime.toNanos();
	}

	void forgetOwner() {
		this.owner = null;
		this.lease = null;
	}

	/**
	 * Free the lock and wake the one who has waited longest.
	 */
	void free() {
		forgetOwner();
		this.waiters.stream().findFirst().ifPresent(Waiter::wake);
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

	StoredLock describe(int keyLength) {
		return new StoredLock(this.key.encoded(keyLength), this.holder, this.lastToken,
				Duration.ofNanos(Math.max(0, remainingNanos())), isAwaited());
	}

	/**
	 * One who waits for the lock.
	 */
	interface Waiter {

		void wake();

	}

}
