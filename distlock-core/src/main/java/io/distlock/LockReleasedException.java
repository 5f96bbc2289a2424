// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a lock is used after its release. No other owner caused the end of the
 * lock.
 *
 * @since 0.1.0
 */
public class LockReleasedException extends LockLostException {

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param fencingToken the token of the hold
	 * @param message the message with key, provider, times and a suggested action
	 */
	public LockReleasedException(String key, @Nullable String name, long fencingToken, String message) {
		super(key, name, fencingToken, message);
	}

}
