// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for an invalid key: null, blank, an empty collection, too long, or malformed
 * text.
 *
 * @since 0.1.0
 */
public class IllegalLockKeyException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, or the expression of the key
	 * @param message the problem and a suggested action
	 * @param cause the cause, if any
	 */
	public IllegalLockKeyException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception for a lock with a name.
	 * @param key the key, or the expression of the key
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the problem and a suggested action
	 * @param cause the cause, if any
	 */
	public IllegalLockKeyException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

}
