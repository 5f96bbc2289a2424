// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Another owner held the lock for as long as the caller was willing to wait.
 *
 * @since 0.1.0
 */
public class LockNotAcquiredException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message names key, provider, times, and what to do next
	 */
	public LockNotAcquiredException(String key, String message) {
		this(key, null, message);
	}

	/**
	 * Create an exception of a lock that has a name.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message names key, provider, times, and what to do next
	 */
	public LockNotAcquiredException(String key, @Nullable String name, String message) {
		super(key, name, message, null);
	}

}
