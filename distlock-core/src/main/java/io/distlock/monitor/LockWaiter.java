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
	 * Return the key as specified by the application.
	 * @return the key
	 */
	String key();

	/**
	 * Return the requested mode.
	 * @return the mode
	 */
	LockMode mode();

	/**
	 * Return the time for which the caller has been waiting.
	 * @return the time
	 */
	Duration waitedFor();

	/**
	 * Return the name of the waiting thread.
	 * @return the name, or {@code null} if no thread waits
	 */
	@Nullable String thread();

	/**
	 * Return the method that waits for its lock.
	 * @return the class and method name, or {@code null} for a lock without an annotation
	 */
	@Nullable String method();

}
