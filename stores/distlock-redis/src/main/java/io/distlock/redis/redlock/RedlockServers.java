// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * What several masters have said of themselves: which servers they are, and their time,
 * extrapolated by the monotonic clock of this JVM. The median counts, so that a minority
 * of wrong clocks does not.
 */
final class RedlockServers {

	private final Map<String, Integer> nodesByRunId = new ConcurrentHashMap<>();

	private final Map<Integer, Long> offsets = new ConcurrentHashMap<>();

	void register(int node, String runId) {
		Integer other = this.nodesByRunId.putIfAbsent(runId, node);
		if (other != null && other != node) {
			throw new LockStoreException(
					("The masters of Redlock must be different servers, but entries %d and %d are the same one "
							+ "(run_id %s): its vote would count twice")
						.formatted(Math.min(node, other) + 1, Math.max(node, other) + 1, runId),
					Outcome.PERMANENT, null);
		}
	}

	void observeClock(int node, long micros) {
		this.offsets.put(node, micros - monotonicMicros());
	}

	// In microseconds, 0 before the first answer.
	long clockMicros() {
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
