// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when another owner held the lock for the whole wait time of the caller.
 *
 * @since 0.1.0
 */
public class LockNotAcquiredException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param message the message with key, provider, times and a suggested action
	 */
	public LockNotAcquiredException(String key, String message) {
		this(key, null, message);
	}

	/**
	 * Create an exception for a lock with a name.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the message with key, provider, times and a suggested action
	 */
	public LockNotAcquiredException(String key, @Nullable String name, String message) {
		super(key, name, message, null);
	}

}
