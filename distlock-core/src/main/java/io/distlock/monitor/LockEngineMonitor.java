// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.util.List;

/**
 * State of a lock engine, without asking the store.
 *
 * @since 0.1.0
 */
public interface LockEngineMonitor {

	/**
	 * Count what this engine does.
	 * @return the numbers of this moment
	 */
	LockStatistics statistics();

	/**
	 * List the locks that are held here now, by any thread or by none.
	 * @return the locks, by key
	 */
	List<LockSnapshot> snapshot();

	/**
	 * List the callers that wait for a lock here now.
	 * @return the callers, those who have waited for longest first
	 */
	List<LockWaiter> waiters();

}
