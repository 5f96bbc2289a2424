// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;
import java.util.Map;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Counters of an engine since it was created, and its current state. Every number counts
 * this JVM alone. Implemented by engines; later versions may add numbers.
 *
 * @since 0.1.0
 */
public interface LockStatistics {

	/**
	 * Return the name of the provider.
	 * @return the name, such as {@code jdbc}
	 */
	String provider();

	/**
	 * Return the number of leases that are held now, by mode. Callers that share a lock
	 * share its lease, and each permit has its own.
	 * @return the numbers, without modes that no lease has
	 */
	Map<LockMode, Integer> heldByMode();

	/**
	 * Return the number of callers that wait for a lock now, by mode.
	 * @return the numbers, without modes that no caller waits for
	 */
	Map<LockMode, Integer> waitingByMode();

	/**
	 * Return how often a lease went from one thread to the next without a round trip.
	 * @return the number of hand-overs
	 */
	long handOvers();

	/**
	 * Return how often leases were renewed.
	 * @return the number of renewals
	 */
	long renewals();

	/**
	 * Return how often renewals failed and were retried.
	 * @return the number of failed renewals
	 */
	long failedRenewals();

	/**
	 * Return how many locks were lost while they were held.
	 * @return the number of losses
	 */
	long losses();

	/**
	 * Return for how long no renewal has succeeded, although leases are held.
	 * @return the time, or {@code null} while renewals succeed or no lease needs renewal
	 */
	@Nullable Duration renewalsFailingFor();

	/**
	 * Return how many leases are held now.
	 * @return the number, of all modes
	 */
	default int held() {
		return heldByMode().values().stream().mapToInt(Integer::intValue).sum();
	}

	/**
	 * Return how many callers wait for a lock now.
	 * @return the number, of all modes
	 */
	default int waiting() {
		return waitingByMode().values().stream().mapToInt(Integer::intValue).sum();
	}

}
