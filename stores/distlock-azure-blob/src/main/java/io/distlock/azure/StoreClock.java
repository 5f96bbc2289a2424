// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock of the service in microseconds, of which its answers show whole seconds. What
 * is between them is estimated by the monotonic clock of this machine, and is never in
 * another second than the answer: it keeps tokens of a blob apart from those of one that
 * was deleted a moment ago.
 */
final class StoreClock {

	private static final long SECOND = TimeUnit.SECONDS.toMicros(1);

	private final AtomicLong offset = new AtomicLong(Long.MIN_VALUE);

	/**
	 * Return the time of an answer that has just come.
	 * @param seconds what the answer says
	 */
	long micros(long seconds) {
		long now = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
		long earliest = seconds * SECOND - now;
		return now + this.offset.updateAndGet((known) -> Math.min(Math.max(known, earliest), earliest + SECOND - 1));
	}

}
