// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import io.distlock.LockMode;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RecentReleases;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;

/**
 * A store inside this process, with leases and fencing tokens like the others. It
 * excludes no other process, and forgets its jobs when the process ends: for tests and
 * single-node development.
 *
 * @since 0.1.0
 */
public final class LocalLockProvider
		implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, JobLedgerSource {

	private static final int CATALOG_KEY_LENGTH = 200;

	private final LocalLocks locks;

	private final LocalJobLedger jobs;

	private final RecentReleases releases = new RecentReleases();

	/**
	 * Create a store with the clock of this process.
	 */
	public LocalLockProvider() {
		this(() -> Duration.ZERO);
	}

	/**
	 * Create a store whose clock can be put forward, for tests that do not want to wait.
	 * Leases, fencing tokens and jobs go by it.
	 * @param ahead how far the store's clock is ahead of that of this process; never less
	 * than it was before
	 */
	public LocalLockProvider(Supplier<Duration> ahead) {
		LocalClock clock = new LocalClock(ahead);
		this.locks = new LocalLocks(clock);
		this.jobs = new LocalJobLedger(clock, this::leaseLeft);
	}

	@Override
	public String name() {
		return "local";
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return this.locks.contend(claim, wakeUp);
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return true;
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return this.locks.locked(() -> {
			if (claims.stream().anyMatch((claim) -> this.locks.isHeld(claim.key()))) {
				return Optional.empty();
			}
			return Optional.of(claims.stream().map((claim) -> this.locks.grant(claim, owner)).toList());
		});
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		for (Lease lease : leases) {
			if (this.locks.locked(() -> renew(lease))) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		}
	}

	private boolean renew(Lease lease) {
		LocalLock lock = this.locks.find(lease.key());
		return lock != null && lock.renew(lease);
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return this.locks.locked(() -> {
			LocalLock lock = this.locks.find(lease.key());
			Lease last = (lock != null) ? lock.leaseOf(lease.key(), lease.owner()) : null;
			if (lock == null || last == null) {
				return this.releases.contains(lease.key(), lease.owner()) ? new YieldResult.Yielded(LocalLock.BACK_OFF)
						: new YieldResult.Lost();
			}
			return (last.lastToken() != lease.lastToken()) ? new YieldResult.Renewed(last)
					: handOver(lock, lease, lastToken, claim);
		});
	}

	private YieldResult handOver(LocalLock lock, Lease lease, long lastToken, LockClaim claim) {
		if (lock.isAwaited()) {
			release(lease.key(), lease.owner(), lastToken);
			return new YieldResult.Yielded(LocalLock.BACK_OFF);
		}
		lock.returnTokens(lastToken);
		return new YieldResult.Renewed(lock.grant(lease.owner(), claim, this.locks.microseconds()));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return this.locks.locked(() -> {
			LocalLock lock = this.locks.find(key);
			if (lock == null || !lock.leave(key, owner, lastToken)) {
				return this.releases.contains(key, owner);
			}
			this.releases.add(key, owner);
			if (!lock.isHeld()) {
				this.locks.free(lock);
			}
			else if (key.mode() == LockMode.PERMIT) {
				lock.wakeFirst();
			}
			return true;
		});
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		return this.locks.locked(() -> this.locks.stream()
			.flatMap((lock) -> lock.describe(CATALOG_KEY_LENGTH))
			.sorted(Comparator.comparing(StoredLock::key))
			.limit(limit)
			.toList());
	}

	/**
	 * Return whether an owner holds a key now: alone, together with others, or a permit.
	 * @param key the key, in the mode that was asked for
	 * @param owner the owner
	 * @return {@code false} once it was released, its lease has ended, or another owner
	 * has it
	 */
	public boolean isHeld(LockKey key, LockOwner owner) {
		return this.locks.locked(() -> {
			LocalLock lock = this.locks.find(key);
			return lock != null && lock.isHeldBy(owner);
		});
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		return this.locks.locked(() -> {
			LocalLock lock = this.locks.find(key);
			if (lock == null) {
				return Optional.empty();
			}
			Optional<StoredLock> ended = lock.describe(CATALOG_KEY_LENGTH).findFirst();
			ended.ifPresent((held) -> this.locks.free(lock));
			return ended;
		});
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	private Duration leaseLeft(LockKey key) {
		return this.locks.locked(() -> {
			LocalLock lock = this.locks.find(key);
			return (lock != null) ? Duration.ofNanos(Math.max(0, lock.untilFree(key.mode()))) : Duration.ZERO;
		});
	}

	/**
	 * Forget who holds a key, without a word to those who wait.
	 */
	void delete(LockKey key) {
		this.locks.delete(key);
	}

	/**
	 * Return how many keys are held or waited for.
	 */
	int size() {
		return this.locks.size();
	}

}
