// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.time.Duration;
import java.util.Locale;

/**
 * Functions for durations in nanoseconds.
 *
 * @since 0.1.0
 */
public final class Durations {

	/**
	 * Practically infinite duration, small enough for sums without overflow.
	 */
	public static final long FOREVER = Long.MAX_VALUE / 4;

	/**
	 * Longest duration of settings and requests, 292 years: durations are counted in
	 * nanoseconds.
	 */
	public static final Duration MAX = Duration.ofNanos(Long.MAX_VALUE);

	private Durations() {
	}

	/**
	 * Return a duration in nanoseconds.
	 * @param duration the duration
	 * @return nanoseconds, at most {@link #FOREVER}
	 */
	public static long of(Duration duration) {
		try {
			return Math.min(duration.toNanos(), FOREVER);
		}
		catch (ArithmeticException ex) {
			return FOREVER;
		}
	}

	/**
	 * Format a duration for users, as {@code 1m30s} instead of {@code PT1M30S}.
	 * @param duration the duration
	 * @return the text
	 */
	public static String text(Duration duration) {
		Duration shown = (duration.toDays() < 1) ? Duration.ofMillis(duration.toMillis()) : duration;
		return shown.toString().substring(2).toLowerCase(Locale.ROOT);
	}

	/**
	 * Format a duration for users.
	 * @param nanos the duration in nanoseconds
	 * @return the text
	 */
	public static String text(long nanos) {
		return text(Duration.ofMillis(nanos / 1_000_000));
	}

}
