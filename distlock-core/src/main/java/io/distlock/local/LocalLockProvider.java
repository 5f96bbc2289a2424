// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.RecentReleases;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.jspecify.annotations.Nullable;

/**
 * Lock store inside this process, with leases and fencing tokens like other stores. Does
 * not exclude other processes, and loses its jobs with the process: for tests and
 * single-node development.
 *
 * @since 0.1.0
 */
public final class LocalLockProvider
		implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, JobLedgerSource {

	private static final int CATALOG_KEY_LENGTH = 200;

	private static final int SMALL_CROWD = 64;

	/**
	 * Maximum wait, so that no waiter relies on a wake-up alone.
	 */
	private static final Duration MAX_WAIT = Duration.ofSeconds(1);

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<LockKey, LocalLock> locks = new HashMap<>();

	private final LocalClock clock;

	/**
	 * Latest time used for a token, so that tokens increase even if the clock is set
	 * back.
	 */
	private long latest;

	/**
	 * Minimum number of keys for a search for removable entries.
	 */
	private int crowd = SMALL_CROWD;

	private final LocalJobLedger jobs;

	private final RecentReleases releases = new RecentReleases();

	/**
	 * Create a store with the clock of this process.
	 */
	public LocalLockProvider() {
		this(() -> Duration.ZERO);
	}

	/**
	 * Create a store with an adjustable clock, for tests without real waiting. The clock
	 * applies to leases, fencing tokens and jobs.
	 * @param ahead offset of the store's clock from the clock of this process; must never
	 * decrease
	 */
	public LocalLockProvider(Supplier<Duration> ahead) {
		this.clock = new LocalClock(ahead);
		this.jobs = new LocalJobLedger(this.clock, this::leaseLeft);
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
		return new Contest(claim, wakeUp);
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return true;
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return locked(() -> {
			if (claims.stream().anyMatch((claim) -> isHeld(claim.key()))) {
				return Optional.empty();
			}
			return Optional.of(claims.stream().map((claim) -> grant(claim, owner)).toList());
		});
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		for (Lease lease : leases) {
			if (locked(() -> renew(lease))) {
				outcomes.kept(lease);
			}
			else {
				outcomes.lost(lease);
			}
		}
	}

	private boolean renew(Lease lease) {
		LocalLock lock = find(lease.key());
		return lock != null && lock.renew(lease);
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return locked(() -> {
			LocalLock lock = find(lease.key());
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
		return new YieldResult.Renewed(lock.grant(lease.owner(), claim, microseconds()));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return locked(() -> {
			LocalLock lock = find(key);
			if (lock == null || !lock.leave(key, owner, lastToken)) {
				return this.releases.contains(key, owner);
			}
			this.releases.add(key, owner);
			if (!lock.isHeld()) {
				free(lock);
			}
			else if (key.mode() == LockMode.PERMIT) {
				lock.wakeFirst();
			}
			return true;
		});
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		return LockListing.of(locked(
				() -> this.locks.values().stream().flatMap((lock) -> lock.describe(CATALOG_KEY_LENGTH)).toList()),
				query);
	}

	/**
	 * Return whether an owner currently holds a key: exclusively, shared, or as a permit.
	 * @param key the key, in the requested mode
	 * @param owner the owner
	 * @return {@code false} after a release, the end of the lease, or a grant to another
	 * owner
	 */
	public boolean isHeld(LockKey key, LockOwner owner) {
		return locked(() -> {
			LocalLock lock = find(key);
			return lock != null && lock.isHeldBy(owner);
		});
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		return locked(() -> {
			LocalLock lock = find(key);
			if (lock == null) {
				return Optional.empty();
			}
			Optional<StoredLock> ended = lock.describe(CATALOG_KEY_LENGTH).findFirst();
			ended.ifPresent((held) -> free(lock));
			return ended;
		});
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	private Duration leaseLeft(LockKey key) {
		return locked(() -> {
			LocalLock lock = find(key);
			return (lock != null) ? Duration.ofNanos(Math.max(0, lock.untilFree(key.mode()))) : Duration.ZERO;
		});
	}

	private @Nullable LocalLock find(LockKey key) {
		return this.locks.get(stored(key));
	}

	// Return the key of the stored entry, which shared and exclusive locks have in
	// common.
	private static LockKey stored(LockKey key) {
		return (key.mode() == LockMode.SHARED) ? key.in(LockMode.EXCLUSIVE) : key;
	}

	private boolean isHeld(LockKey key) {
		LocalLock lock = find(key);
		return lock != null && lock.isHeld();
	}

	// Wake the next waiter, because a waiter with a grant may leave capacity for another.
	private void makeWay(LocalLock lock) {
		if (lock.isHeld()) {
			lock.wakeFirst();
		}
		else {
			free(lock);
		}
	}

	private Lease grant(LockClaim claim, LockOwner owner) {
		return use(claim.key()).grant(owner, claim, microseconds());
	}

	private void free(LocalLock lock) {
		lock.free();
		if (lock.isForgettable(microseconds())) {
			this.locks.remove(lock.key());
		}
		else if (this.locks.size() > this.crowd) {
			forgetIdle();
		}
	}

	/**
	 * Remove the entries whose tokens were ahead of the clock when the lock was freed.
	 */
	private void forgetIdle() {
		long now = microseconds();
		this.locks.values().removeIf((lock) -> lock.isForgettable(now));
		this.crowd = Math.max(SMALL_CROWD, 2 * this.locks.size());
	}

	private LocalLock use(LockKey key) {
		return this.locks.computeIfAbsent(stored(key), (added) -> new LocalLock(added, this.clock));
	}

	private long microseconds() {
		this.latest = Math.max(this.latest, ChronoUnit.MICROS.between(Instant.EPOCH, this.clock.instant()));
		return this.latest;
	}

	private <T extends @Nullable Object> T locked(Supplier<T> action) {
		this.mutex.lock();
		try {
			return action.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Remove the owners of a key without notifying waiters.
	 */
	void delete(LockKey key) {
		locked(() -> {
			LocalLock lock = find(key);
			if (lock != null) {
				lock.clear();
			}
			return lock;
		});
	}

	/**
	 * Return the number of keys that are held or awaited.
	 */
	int size() {
		return locked(() -> {
			forgetIdle();
			return this.locks.size();
		});
	}

	/**
	 * Contention of an engine for a key. Joins the waiters with the second attempt,
	 * because the engine waits from then on.
	 */
	private final class Contest implements Contender, LocalLock.Waiter {

		private final LockClaim claim;

		private final Runnable wakeUp;

		private boolean asked;

		private boolean waiting;

		Contest(LockClaim claim, Runnable wakeUp) {
			this.claim = claim;
			this.wakeUp = wakeUp;
		}

		@Override
		public Attempt attempt(LockOwner owner) {
			long remaining = this.asked ? await() : 0;
			this.asked = true;
			Lease lease = locked(() -> take(owner));
			return (lease != null) ? new Attempt.Granted(lease)
					: new Attempt.Busy(Duration.ofNanos(Math.max(0, Math.min(remaining, MAX_WAIT.toNanos()))));
		}

		/**
		 * Become a waiter.
		 * @return the remaining lease of the holder in nanoseconds
		 */
		private long await() {
			this.waiting = true;
			return locked(() -> {
				LocalLock lock = use(this.claim.key());
				lock.addWaiter(this);
				return lock.untilFree(mode());
			});
		}

		private @Nullable Lease take(LockOwner owner) {
			if (mode() != LockMode.EXCLUSIVE) {
				return use(this.claim.key()).share(owner, this.claim, this, microseconds());
			}
			return isHeld(this.claim.key()) ? null : grant(this.claim, owner);
		}

		@Override
		public LockMode mode() {
			return this.claim.key().mode();
		}

		@Override
		public void wake() {
			this.wakeUp.run();
		}

		@Override
		public void close() {
			if (this.waiting) {
				locked(() -> {
					LocalLock lock = find(this.claim.key());
					if (lock != null && lock.removeWaiter(this)) {
						makeWay(lock);
					}
					return lock;
				});
			}
		}

	}

}
