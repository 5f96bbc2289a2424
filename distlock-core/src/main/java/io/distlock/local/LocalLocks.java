// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the in-process store that are held or waited for, and their one guard.
 */
final class LocalLocks {

	private static final int SMALL_CROWD = 64;

	/**
	 * No waiter trusts a wake-up alone.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private final ReentrantLock mutex = new ReentrantLock();

	private final Map<LockKey, LocalLock> locks = new HashMap<>();

	private final LocalClock clock;

	/**
	 * The latest time that a token was counted from, so that tokens rise although the
	 * clock is set back.
	 */
	private long latest;

	/**
	 * From how many keys on it is worth looking for those that can be forgotten.
	 */
	private int crowd = SMALL_CROWD;

	LocalLocks(LocalClock clock) {
		this.clock = clock;
	}

	@Nullable LocalLock find(LockKey key) {
		return this.locks.get(stored(key));
	}

	// A lock that is shared is the same lock.
	private static LockKey stored(LockKey key) {
		return (key.mode() == LockMode.SHARED) ? key.in(LockMode.EXCLUSIVE) : key;
	}

	Stream<LocalLock> stream() {
		return this.locks.values().stream();
	}

	boolean isHeld(LockKey key) {
		LocalLock lock = find(key);
		return lock != null && lock.isHeld();
	}

	Contender contend(LockClaim claim, Runnable wakeUp) {
		return new Contest(claim, wakeUp);
	}

	// One who has got what it waited for may leave room for the next one.
	private void makeWay(LocalLock lock) {
		if (lock.isHeld()) {
			lock.wakeFirst();
		}
		else {
			free(lock);
		}
	}

	Lease grant(LockClaim claim, LockOwner owner) {
		LocalLock lock = use(claim.key());
		return lock.grant(owner, claim, microseconds());
	}

	void free(LocalLock lock) {
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

	private LocalLock use(LockKey key) {
		return this.locks.computeIfAbsent(stored(key), this::newLock);
	}

	private LocalLock newLock(LockKey key) {
		return new LocalLock(key, this.clock);
	}

	long microseconds() {
		this.latest = Math.max(this.latest, ChronoUnit.MICROS.between(Instant.EPOCH, this.clock.instant()));
		return this.latest;
	}

	<T extends @Nullable Object> T locked(Supplier<T> action) {
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
			LocalLock lock = find(key);
			if (lock != null) {
				lock.clear();
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

	/**
	 * One engine's place in the contest for a key. It joins the waiters at the second
	 * attempt, which shows that the engine does wait.
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
					: new Attempt.Busy(Duration.ofNanos(Math.max(0, Math.min(remaining, LONGEST_WAIT.toNanos()))));
		}

		/**
		 * Become a waiter, and return what is left of the holder's lease.
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
