// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Current time of several masters, estimated from their answers and extrapolated by the
 * monotonic clock of this JVM. The median counts, so that a minority of wrong clocks does
 * not.
 */
final class StoreClock {

	private final Map<Integer, Long> offsets = new ConcurrentHashMap<>();

	/**
	 * Note what a master answered.
	 * @param node which one
	 * @param micros its clock, in microseconds
	 */
	void observe(int node, long micros) {
		this.offsets.put(node, micros - monotonicMicros());
	}

	/**
	 * Return the time in microseconds.
	 * @return the estimate, 0 before the first answer
	 */
	long micros() {
		long[] known = this.offsets.values().stream().mapToLong(Long::longValue).toArray();
		if (known.length == 0) {
			return 0;
		}
		Arrays.sort(known);
		return known[known.length / 2] + monotonicMicros();
	}

	private static long monotonicMicros() {
		return TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
	}

}
