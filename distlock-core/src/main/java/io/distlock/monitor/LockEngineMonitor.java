// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.util.List;

/**
 * State of a lock engine, available without a store request.
 *
 * @since 0.1.0
 */
public interface LockEngineMonitor {

	/**
	 * Return the counters and the current state of this engine.
	 * @return the current statistics
	 */
	LockStatistics statistics();

	/**
	 * List the locks that this engine currently holds, for any thread or without a
	 * thread.
	 * @return the locks, ordered by key
	 */
	List<LockSnapshot> snapshot();

	/**
	 * List the callers that currently wait for a lock of this engine.
	 * @return the callers, ordered by descending wait time
	 */
	List<LockWaiter> waiters();

}
