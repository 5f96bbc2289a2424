// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * A lock was not acquired, because the work under it could have read data that is older
 * than the lock.
 *
 * @since 0.1.0
 */
public class StaleReadException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message names the method, what is older than the lock, and what to do next
	 */
	public StaleReadException(String key, @Nullable String name, String message) {
		super(key, name, message, null);
	}

}
