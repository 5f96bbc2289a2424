// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a lock that this JVM holds. Implemented by engines; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public interface LockSnapshot {

	/**
	 * Return the key, as the application gave it.
	 * @return the key
	 */
	String key();

	/**
	 * Return how the lock is held.
	 * @return the mode
	 */
	LockMode mode();

	/**
	 * Return the token of the hold.
	 * @return the token, zero if its store has none
	 */
	long fencingToken();

	/**
	 * Return for how long the lock has been held.
	 * @return the time
	 */
	Duration heldFor();

	/**
	 * Return how long the lock is surely held without another renewal.
	 * @return the time
	 */
	Duration remainingLease();

	/**
	 * Return the name of the thread that holds the lock.
	 * @return the name, or {@code null} if the lock belongs to no thread
	 */
	@Nullable String thread();

	/**
	 * Return how many callers of this JVM wait for the lock, in any mode.
	 * @return the number
	 */
	int waiting();

}
