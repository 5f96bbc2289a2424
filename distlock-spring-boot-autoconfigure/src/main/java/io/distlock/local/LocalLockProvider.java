package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import io.distlock.provider.RecentReleases;
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

	private static final int SMALL_CROWD = 64;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<LockKey, LocalLock> locks = new HashMap<>();

	private final LocalClock clock;

	private final LocalJobLedger jobs;

	private final RecentReleases releases = new RecentReleases();

	/**
	 * The latest time that a token was counted from, so that tokens rise although the
	 * clock is set back.
	 */
	private long latest;

	/**
	 * From how many keys on it is worth looking for those that can be forgotten.
	 */
	private int crowd = SMALL_CROWD;

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
				return this.releases.contains(lease.key(), lease.owner()) ? new HandOver.Yielded(LocalLock.BACK_OFF)
						: new HandOver.Lost();
			}
			Lease next = lock.leaseAfter(lease);
			return (next != null) ? new HandOver.Renewed(next) : handOver(lock, lease.owner(), lastToken, claim);
		});
	}

	private HandOver handOver(LocalLock lock, LockOwner owner, long lastToken, LockClaim claim) {
		if (lock.isAwaited()) {
			release(lock, owner, lastToken);
			return new HandOver.Yielded(LocalLock.BACK_OFF);
		}
		lock.returnTokens(lastToken);
		return new HandOver.Renewed(lock.grant(owner, claim, microseconds()));
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return locked(() -> {
			LocalLock lock = this.locks.get(key);
			if (lock == null || !lock.isOwnedBy(owner)) {
				return this.releases.contains(key, owner);
			}
			release(lock, owner, lastToken);
			return true;
		});
	}

	private void release(LocalLock lock, LockOwner owner, long lastToken) {
		lock.returnTokens(lastToken);
		free(lock);
		this.releases.add(lock.key(), owner);
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
		LocalLock lock = this.locks.computeIfAbsent(claim.key(), this::newLock);
		return lock.grant(owner, claim, microseconds());
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
	 * Forget the keys whose tokens were ahead of the clock when they were freed.
	 */
	private void forgetIdle() {
		long now = microseconds();
		this.locks.values().removeIf((lock) -> lock.isForgettable(now));
		this.crowd = Math.max(SMALL_CROWD, 2 * this.locks.size());
	}

	private LocalLock newLock(LockKey key) {
		return new LocalLock(key, this.clock);
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
	 * Forget who holds a key, without a word to those who wait.
	 */
	void delete(LockKey key) {
		locked(() -> {
			LocalLock lock = this.locks.get(key);
			if (lock != null) {
				lock.forgetOwner();
			}
			return lock;
		});
	}

	/**
	 * Return how many keys are held or waited for.
	 */
	int size() {
		return locked(() -> {
			forgetIdle();
			return this.locks.size();
		});
	}

}
