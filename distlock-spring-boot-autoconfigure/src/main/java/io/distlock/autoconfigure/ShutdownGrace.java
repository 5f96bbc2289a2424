// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Time for holders of locks to finish when the application stops: the time of a phase,
 * counted from the start of the shutdown. Jobs use the same time during their own phase,
 * so the times do not add up.
 */
final class ShutdownGrace {

	/**
	 * Minimum time for holders if earlier phases have used up the time.
	 */
	private static final Duration MIN_GRACE = Duration.ofSeconds(1);

	private final Duration grace;

	private final LongSupplier nanoTime;

	private volatile @Nullable Long begunAt;

	/**
	 * Create a grace period that ends before the timeout of the lifecycle.
	 * @param phaseTimeout the maximum duration of a phase
	 * @param nanoTime the monotonic clock
	 */
	ShutdownGrace(Duration phaseTimeout, LongSupplier nanoTime) {
		Duration reserve = phaseTimeout.dividedBy(10);
		Duration second = Duration.ofSeconds(1);
		this.grace = phaseTimeout.minus((reserve.compareTo(second) < 0) ? reserve : second);
		this.nanoTime = nanoTime;
	}

	void begin() {
		this.begunAt = this.nanoTime.getAsLong();
	}

	void reset() {
		this.begunAt = null;
	}

	/**
	 * Return the remaining time, or the full time if only the lifecycle stops.
	 */
	Duration left() {
		Long begun = this.begunAt;
		if (begun == null) {
			return this.grace;
		}
		Duration left = this.grace.minusNanos(this.nanoTime.getAsLong() - begun);
		Duration least = (this.grace.compareTo(MIN_GRACE) < 0) ? this.grace : MIN_GRACE;
		return (left.compareTo(least) < 0) ? least : left;
	}

}
