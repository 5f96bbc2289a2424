/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
