// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;
import java.util.Map;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Counters of an engine since it was created, and its current state. Every number counts
 * this JVM alone.
 *
 * @param provider the name of the provider, such as {@code jdbc}
 * @param heldByMode the leases that are held now, by mode: callers that share a lock
 * share its lease, and each permit has its own; a mode that none has is missing
 * @param waitingByMode the callers that wait for a lock now, by mode
 * @param handOvers how often a lease went from one thread to the next without a round
 * trip
 * @param renewals how many leases were renewed, each time counted
 * @param failedRenewals number of lease renewals that failed and were retried
 * @param losses how many locks were lost while they were held
 * @param renewalsFailingFor for how long no renewal has succeeded, although leases are
 * held; {@code null} while renewals succeed, and where there is nothing to renew
 * @since 0.1.0
 */
public record LockStatistics(String provider, Map<LockMode, Integer> heldByMode, Map<LockMode, Integer> waitingByMode,
		long handOvers, long renewals, long failedRenewals, long losses, @Nullable Duration renewalsFailingFor) {

	/**
	 * Create the numbers.
	 */
	public LockStatistics {
		heldByMode = Map.copyOf(heldByMode);
		waitingByMode = Map.copyOf(waitingByMode);
	}

	/**
	 * Return how many leases are held now.
	 * @return the number, of all modes
	 */
	public int held() {
		return sum(this.heldByMode);
	}

	/**
	 * Return how many callers wait for a lock now.
	 * @return the number, of all modes
	 */
	public int waiting() {
		return sum(this.waitingByMode);
	}

	private static int sum(Map<LockMode, Integer> numbers) {
		return numbers.values().stream().mapToInt(Integer::intValue).sum();
	}

}
