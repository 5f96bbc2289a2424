// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * A key that cannot be locked: null, blank, an empty collection, too long, or no valid
 * text.
 *
 * @since 0.1.0
 */
public class IllegalLockKeyException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, or the expression that should have given one
	 * @param message what is wrong with it, and what to do next
	 * @param cause the cause, if any
	 */
	public IllegalLockKeyException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception of a lock that has a name.
	 * @param key the key, or the expression that should have given one
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message what is wrong with it, and what to do next
	 * @param cause the cause, if any
	 */
	public IllegalLockKeyException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

}
