// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * The lock ended before the work did: its lease ran out unrenewed, or the store gave it
 * to another owner. What the lock protected may be compromised.
 *
 * @since 0.1.0
 */
public class LockLostException extends LockException {

	private final long fencingToken;

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param fencingToken the token of the lost hold, zero if its store has none
	 * @param message names key, provider, times, and what to do next
	 */
	public LockLostException(String key, long fencingToken, String message) {
		this(key, null, fencingToken, message);
	}

	/**
	 * Create an exception of a lock that has a name.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param fencingToken the token of the lost hold, zero if its store has none
	 * @param message names key, provider, times, and what to do next
	 */
	public LockLostException(String key, @Nullable String name, long fencingToken, String message) {
		super(key, name, message, null);
		this.fencingToken = fencingToken;
	}

	/**
	 * Return the fencing token of the lost hold.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

}
