// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Locale;

/**
 * Spans of time in nanoseconds.
 */
final class Durations {

	/**
	 * Far enough to be without end, near enough that sums do not overflow.
	 */
	static final long FOREVER = Long.MAX_VALUE / 4;

	private Durations() {
	}

	static long of(Duration duration) {
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
	static String text(Duration duration) {
		Duration shown = (duration.toDays() < 1) ? Duration.ofMillis(duration.toMillis()) : duration;
		return shown.toString().substring(2).toLowerCase(Locale.ROOT);
	}

	static String text(long nanos) {
		return text(Duration.ofMillis(nanos / 1_000_000));
	}

}
