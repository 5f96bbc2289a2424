// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.time.Duration;
import java.util.Locale;

/**
 * Spans of time in nanoseconds.
 *
 * @since 0.1.0
 */
public final class Durations {

	/**
	 * Far enough to be without end, near enough that sums do not overflow.
	 */
	public static final long FOREVER = Long.MAX_VALUE / 4;

	private Durations() {
	}

	/**
	 * Return a duration in nanoseconds.
	 * @param duration the duration
	 * @return its length, {@link #FOREVER} if it is longer
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
	 * Return a duration as users write it: {@code 1m30s} rather than {@code PT1M30S}.
	 * @param duration the duration
	 * @return the text
	 */
	public static String text(Duration duration) {
		Duration shown = (duration.toDays() < 1) ? Duration.ofMillis(duration.toMillis()) : duration;
		return shown.toString().substring(2).toLowerCase(Locale.ROOT);
	}

	/**
	 * Return a time as users write it.
	 * @param nanos the time in nanoseconds
	 * @return the text
	 */
	public static String text(long nanos) {
		return text(Duration.ofMillis(nanos / 1_000_000));
	}

}
