// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a lock ended before the work: the lease expired without renewal, or the
 * store granted the lock to another owner. Data that the lock protected may be
 * compromised.
 *
 * @since 0.1.0
 */
public class LockLostException extends LockException {

	private final long fencingToken;

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param fencingToken the token of the lost hold, or zero if the store has no tokens
	 * @param message the message with key, provider, times and a suggested action
	 */
	public LockLostException(String key, long fencingToken, String message) {
		this(key, null, fencingToken, message);
	}

	/**
	 * Create an exception for a lock with a name.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param fencingToken the token of the lost hold, or zero if the store has no tokens
	 * @param message the message with key, provider, times and a suggested action
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
