// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Map;

import io.distlock.LockMode;
import io.distlock.monitor.LockStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the counters of an engine.
 */
record EngineStatistics(String provider, Map<LockMode, Integer> heldByMode, Map<LockMode, Integer> waitingByMode,
		long handOvers, long renewals, long failedRenewals, long losses,
		@Nullable Duration renewalsFailingFor) implements LockStatistics {

	EngineStatistics {
		heldByMode = Map.copyOf(heldByMode);
		waitingByMode = Map.copyOf(waitingByMode);
	}

}
