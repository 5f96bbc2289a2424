// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a lock held by this JVM. Implemented by engines; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public interface LockSnapshot {

	/**
	 * Return the key as specified by the application.
	 * @return the key
	 */
	String key();

	/**
	 * Return the mode of the lock.
	 * @return the mode
	 */
	LockMode mode();

	/**
	 * Return the fencing token of the hold.
	 * @return the token, or zero if the store has no tokens
	 */
	long fencingToken();

	/**
	 * Return the time for which the lock has been held.
	 * @return the time
	 */
	Duration heldFor();

	/**
	 * Return the time for which the lock is certainly held without another renewal.
	 * @return the time
	 */
	Duration remainingLease();

	/**
	 * Return the name of the holding thread.
	 * @return the name, or {@code null} for a lock without a thread
	 */
	@Nullable String thread();

	/**
	 * Return the number of callers in this JVM that wait for the lock in any mode.
	 * @return the number
	 */
	int waiting();

}
