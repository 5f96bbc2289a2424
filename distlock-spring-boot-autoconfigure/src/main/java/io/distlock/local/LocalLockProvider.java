package io.distlock.local;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.HandOver;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalOutcomes;
import io.distlock.provider.StoredLock;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A store inside this process, with leases and fencing tokens like the others. It
 * excludes nobody in other processes, and forgets its jobs when the process ends: for
 * tests and single-node development.
 *
 * @since 0.1.0
 */
public final class LocalLockProvider implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, JobLedger {

	private static final int CATALOG_KEY_LENGTH = 200;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<LockKey, LocalLock> locks = new HashMap<>();

	private final LocalClock clock;

	private final LocalJobLedger jobs;

	/**
	 * One counter for all keys, so that no key leaves anything behind.
	 */
	private long lastToken;

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
		this.clock = new LocalClock(ahead);
		this.jobs = new LocalJobLedger(this.clock);
	}

	@Override
	public String name() {
		return "local";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new LocalContender(this, claim, wakeUp);
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

	private boolean isHeld(LockKey key) {
		LocalLock lock = this.locks.get(key);
		return lock != null && lock.isHeld();
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalOutcomes outcomes) {
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
		LocalLock lock = this.locks.get(lease.key());
		if (lock == null || !lock.isOwnedBy(lease.owner())) {
			return false;
		}
		lock.renew(lease.duration());
		return true;
	}

	@Override
	public HandOver yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return locked(() -> {
			LocalLock lock = this.locks.get(lease.key());
			if (lock == null || !lock.isOwnedBy(lease.owner())) {
				return new HandOver.Lost();
			}
			if (lock.isAwaited()) {
				free(lock);
				return new HandOver.Yielded(LocalLock.BACK_OFF);
			}
			return new HandOver.Renewed(grant(lock, lease.owner(), claim));
		});
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return locked(() -> {
			LocalLock lock = this.locks.get(key);
			boolean owned = lock != null && lock.isOwnedBy(owner);
			if (lock != null && owned) {
				free(lock);
			}
			return owned;
		});
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		return locked(() -> this.locks.values()
			.stream()
			.filter(LocalLock::isHeld)
			.map((lock) -> lock.describe(CATALOG_KEY_LENGTH))
			.sorted(Comparator.comparing(StoredLock::key))
			.limit(limit)
			.toList());
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		return locked(() -> {
			LocalLock lock = this.locks.get(key);
			if (lock == null || !lock.isHeld()) {
				return Optional.empty();
			}
			StoredLock ended = lock.describe(CATALOG_KEY_LENGTH);
			free(lock);
			return Optional.of(ended);
		});
	}

	@Override
	public JobEntry read(LockKey job) {
		return this.jobs.read(job);
	}

	@Override
	public boolean write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		return this.jobs.write(job, version, state, runs, historySize);
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		return this.jobs.history(job, limit);
	}

	/**
	 * Take the lock if it is free, else return {@code null}.
	 */
	@Nullable Lease take(LockClaim claim, LockOwner owner) {
		return locked(() -> isHeld(claim.key()) ? null : grant(claim, owner));
	}

	/**
	 * Note that somebody waits, and return what is left of the holder's lease.
	 */
	long await(LocalContender contender, LockKey key) {
		return locked(() -> {
			LocalLock lock = this.locks.computeIfAbsent(key, this::newLock);
			lock.addWaiter(contender);
			return lock.remainingNanos();
		});
	}

	void leave(LocalContender contender, LockKey key) {
		locked(() -> {
			LocalLock lock = this.locks.get(key);
			if (lock != null && lock.removeWaiter(contender) && !lock.isHeld()) {
				free(lock);
			}
			return lock;
		});
	}

	private Lease grant(LockClaim claim, LockOwner owner) {
		return grant(this.locks.computeIfAbsent(claim.key(), this::newLock), owner, claim);
	}

	private Lease grant(LocalLock lock, LockOwner owner, LockClaim claim) {
		long first = Math.max(this.lastToken + 1, microseconds());
		this.lastToken = first + claim.tokens() - 1;
		lock.grant(owner, claim, this.lastToken);
		return new Lease(claim.key(), owner, claim.leaseTime(), first, this.lastToken);
	}

	private void free(LocalLock lock) {
		lock.free();
		if (!lock.isAwaited()) {
			this.locks.remove(lock.key());
		}
	}

	private LocalLock newLock(LockKey key) {
		return new LocalLock(key, this.clock);
	}

	private long microseconds() {
		return TimeUnit.MILLISECONDS.toMicros(this.clock.millis());
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
	 * Forget a key, whoever holds it, without a word to those who wait.
	 */
	void delete(LockKey key) {
		locked(() -> this.locks.remove(key));
	}

	/**
	 * Return how many keys are held or waited for.
	 */
	int size() {
		return locked(this.locks::size);
	}

}
