// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.time.Duration;

import io.distlock.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a caller in this JVM that waits for a lock. Implemented by engines; later
 * versions may add attributes.
 *
 * @since 0.1.0
 */
public interface LockWaiter {

	/**
	 * Return the key, as the application gave it.
	 * @return the key
	 */
	String key();

	/**
	 * Return how the caller wants to hold the lock.
	 * @return the mode
	 */
	LockMode mode();

	/**
	 * Return for how long the caller has been waiting.
	 * @return the time
	 */
	Duration waitedFor();

	/**
	 * Return the name of the thread that waits.
	 * @return the name, or {@code null} if no thread waits
	 */
	@Nullable String thread();

	/**
	 * Return the method that waits for its lock.
	 * @return the class and the name of the method, or {@code null} if the lock is not
	 * that of an annotation
	 */
	@Nullable String method();

}
