// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses of a contender between two attempts where nothing wakes it: a few milliseconds
 * first, then growing by half up to a cap, with full jitter so that nodes do not ask in
 * step, and never past the end of the holder's lease by more than a few milliseconds. A
 * lock that goes from hand to hand is asked for often again, so that who has waited long
 * does not fall behind those who have just come. Used by one thread at a time.
 *
 * @since 0.1.0
 */
public final class PollBackoff {

	private static final double GROWTH = 1.5;

	private static final long MAX_JITTER_NANOS = Duration.ofMillis(20).toNanos();

	private static final long MIN_NANOS = Duration.ofMillis(1).toNanos();

	private final long cap;

	private final long first;

	private long ceiling;

	private long token;

	/**
	 * Create a back-off.
	 * @param first the longest first wait, positive
	 * @param cap the longest wait of all, positive
	 */
	public PollBackoff(Duration first, Duration cap) {
		this.cap = cap.toNanos();
		this.first = Math.min(first.toNanos(), this.cap);
		this.ceiling = this.first;
	}

	/**
	 * Note who holds the lock now: if that is another owner than before, start anew.
	 * @param token a token of the holder
	 */
	public void heldUnder(long token) {
		if (token != this.token) {
			this.token = token;
			this.ceiling = this.first;
		}
	}

	/**
	 * Return how long to wait now, and grow.
	 * @return between one millisecond and the cap
	 */
	public Duration next() {
		long wait = ThreadLocalRandom.current().nextLong(Math.min(MIN_NANOS, this.ceiling), this.ceiling + 1);
		this.ceiling = Math.min((long) (this.ceiling * GROWTH) + 1, this.cap);
		return Duration.ofNanos(wait);
	}

	/**
	 * Return how long to wait now if the holder's lease is known, and grow.
	 * @param remainingLease what is left of the holder's lease
	 * @return zero if the lease has ended, so that the next attempt follows at once
	 */
	public Duration next(Duration remainingLease) {
		return earlier(next(), remainingLease);
	}

	/**
	 * Return how long to wait at most where a wake-up is expected.
	 * @param remainingLease what is left of the holder's lease
	 * @return at most the cap, and zero if the lease has ended
	 */
	public Duration untilWoken(Duration remainingLease) {
		return earlier(Duration.ofNanos(this.cap), remainingLease);
	}

	private Duration earlier(Duration wait, Duration remainingLease) {
		if (remainingLease.isZero() || remainingLease.isNegative()) {
			return Duration.ZERO;
		}
		if (remainingLease.compareTo(wait) >= 0) {
			return wait;
		}
		long jitter = ThreadLocalRandom.current().nextLong(MIN_NANOS, MAX_JITTER_NANOS);
		Duration afterLease = remainingLease.plusNanos(jitter);
		return (afterLease.compareTo(wait) < 0) ? afterLease : wait;
	}

}
