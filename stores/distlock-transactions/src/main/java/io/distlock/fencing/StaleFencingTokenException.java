// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.LockException;
import io.distlock.provider.LockKey;

/**
 * A holder of a newer lock has been here: what this transaction does comes too late, and
 * it must be rolled back.
 *
 * @since 0.1.0
 */
public class StaleFencingTokenException extends LockException {

	private final long fencingToken;

	private final long storedToken;

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param fencingToken our token
	 * @param storedToken the token that is stored
	 */
	public StaleFencingTokenException(String key, long fencingToken, long storedToken) {
		super(key,
				"The fencing token %d of lock '%s' is stale: a later holder has used token %d. Nothing was written; acquire the lock again, and start over from the stored data"
					.formatted(fencingToken, LockKey.shown(key), storedToken),
				null);
		this.fencingToken = fencingToken;
		this.storedToken = storedToken;
	}

	/**
	 * Return the token that was refused.
	 * @return our token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

	/**
	 * Return the token that is stored.
	 * @return the token of the latest holder that was here
	 */
	public long getStoredToken() {
		return this.storedToken;
	}

}
