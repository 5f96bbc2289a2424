// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;
import java.util.Map;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Counters of an engine since its creation, and its current state. All numbers refer to
 * this JVM. Implemented by engines; later versions may add numbers.
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
	 * Return the number of currently held leases by mode. Callers with a shared lock have
	 * a common lease; each permit has a separate lease.
	 * @return the numbers, without unused modes
	 */
	Map<LockMode, Integer> heldByMode();

	/**
	 * Return the number of currently waiting callers by mode.
	 * @return the numbers, without unused modes
	 */
	Map<LockMode, Integer> waitingByMode();

	/**
	 * Return the number of hand-overs of a lease between threads without a round trip.
	 * @return the number of hand-overs
	 */
	long handOvers();

	/**
	 * Return the number of successful renewals.
	 * @return the number of renewals
	 */
	long renewals();

	/**
	 * Return the number of failed renewals that were retried.
	 * @return the number of failed renewals
	 */
	long failedRenewals();

	/**
	 * Return the number of locks lost while held.
	 * @return the number of losses
	 */
	long losses();

	/**
	 * Return the time since renewals started to fail, while leases are held.
	 * @return the time, or {@code null} if renewals succeed or no lease needs renewal
	 */
	@Nullable Duration renewalsFailingFor();

	/**
	 * Return the number of currently held leases.
	 * @return the number for all modes
	 */
	default int held() {
		return heldByMode().values().stream().mapToInt(Integer::intValue).sum();
	}

	/**
	 * Return the number of currently waiting callers.
	 * @return the number for all modes
	 */
	default int waiting() {
		return waitingByMode().values().stream().mapToInt(Integer::intValue).sum();
	}

}
