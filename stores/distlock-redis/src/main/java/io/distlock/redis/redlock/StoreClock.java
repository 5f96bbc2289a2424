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

package io.distlock.redis.redlock;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What the clocks of several masters show now, estimated from their answers and carried
 * on by the monotonic clock of this JVM. The median counts, so that a minority of wrong
 * clocks does not.
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
