// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * The store did not answer or refused: whether the lock is free is not known, and the
 * protected code did not run.
 *
 * @since 0.1.0
 */
public class LockProviderException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message names key, provider, times, and what to do next
	 * @param cause what the store's client said
	 */
	public LockProviderException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception of a lock that has a name.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message names key, provider, times, and what to do next
	 * @param cause what the store's client said
	 */
	public LockProviderException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

}
