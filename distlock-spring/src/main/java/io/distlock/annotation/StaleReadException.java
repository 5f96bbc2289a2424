// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a lock was not acquired because the protected work could have read data
 * from before the lock.
 *
 * @since 0.1.0
 */
public class StaleReadException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the message with the method, the origin of stale data and a
	 * suggested action
	 */
	public StaleReadException(String key, @Nullable String name, String message) {
		super(key, name, message, null);
	}

}
