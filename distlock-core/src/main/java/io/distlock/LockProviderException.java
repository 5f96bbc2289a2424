// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store did not respond or rejected a request. The state of the lock is
 * unknown, and the protected code did not run.
 *
 * @since 0.1.0
 */
public class LockProviderException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param message the message with key, provider, times and a suggested action
	 * @param cause the failure of the store's client, if any
	 */
	public LockProviderException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception for a lock with a name.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the message with key, provider, times and a suggested action
	 * @param cause the failure of the store's client, if any
	 */
	public LockProviderException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

}
