// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * How long holders of locks may take to finish when the application stops: the time of
 * one phase, from when the context began to close. So jobs that use up their own phase
 * leave little of it, and the two never add up.
 */
final class ShutdownGrace {

	/**
	 * What is left to holders if what stopped before took all of the time.
	 */
	private static final Duration LEAST = Duration.ofSeconds(1);

	private final Duration grace;

	private final LongSupplier nanoTime;

	private volatile @Nullable Long begunAt;

	/**
	 * Create a grace period that ends early enough for the lifecycle to learn of it
	 * before it gives up.
	 * @param phaseTimeout how long a phase may take
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
	 * Return what is left, which is all of it if only the lifecycle stops.
	 */
	Duration left() {
		Long begun = this.begunAt;
		if (begun == null) {
			return this.grace;
		}
		Duration left = this.grace.minusNanos(this.nanoTime.getAsLong() - begun);
		Duration least = (this.grace.compareTo(LEAST) < 0) ? this.grace : LEAST;
		return (left.compareTo(least) < 0) ? least : left;
	}

}
