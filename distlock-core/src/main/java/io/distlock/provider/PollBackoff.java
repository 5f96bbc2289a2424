// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses of a contender between two attempts without a wake-up. Pauses start with a few
 * milliseconds and grow by half up to a maximum, with full jitter so that nodes do not
 * poll in step. A pause never exceeds the holder's lease by more than a few milliseconds.
 * A new holder resets the pauses, so that long-waiting nodes are not at a disadvantage to
 * new ones while a lock changes hands quickly. Used by one thread at a time.
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
	 * @param first the positive maximum of the first pause
	 * @param cap the positive maximum of all pauses
	 */
	public PollBackoff(Duration first, Duration cap) {
		this.cap = cap.toNanos();
		this.first = Math.min(first.toNanos(), this.cap);
		this.ceiling = this.first;
	}

	/**
	 * Record the current holder. A new holder resets the pauses.
	 * @param token a token of the holder
	 */
	public void heldUnder(long token) {
		if (token != this.token) {
			this.token = token;
			this.ceiling = this.first;
		}
	}

	/**
	 * Return the current pause, and increase the next.
	 * @return at least one millisecond, unless the maximum is shorter, and at most the
	 * maximum
	 */
	public Duration next() {
		long wait = ThreadLocalRandom.current().nextLong(Math.min(MIN_NANOS, this.ceiling), this.ceiling + 1);
		this.ceiling = Math.min((long) (this.ceiling * GROWTH) + 1, this.cap);
		return Duration.ofNanos(wait);
	}

	/**
	 * Return the current pause for a holder with a known remaining lease, and increase
	 * the next.
	 * @param remainingLease the remaining lease of the holder
	 * @return the pause; zero if the lease has ended, so that the next attempt follows
	 * immediately
	 */
	public Duration next(Duration remainingLease) {
		return earlier(next(), remainingLease);
	}

	/**
	 * Return the maximum wait for an expected wake-up.
	 * @param remainingLease the remaining lease of the holder
	 * @return at most the maximum pause; zero if the lease has ended
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
