// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * A lock was used after its owner had released it. No other owner took it.
 *
 * @since 0.1.0
 */
public class LockReleasedException extends LockLostException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param fencingToken the token of the hold
	 * @param message names key, provider, times, and what to do next
	 */
	public LockReleasedException(String key, @Nullable String name, long fencingToken, String message) {
		super(key, name, fencingToken, message);
	}

}
