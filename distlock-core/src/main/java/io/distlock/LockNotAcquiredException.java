// SPDX-License-Identifier: Apache-2.0

package io.distlock;

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
		super(key, message, null);
	}

}
