// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.LockException;
import io.distlock.provider.LockKey;

/**
 * Thrown if a holder of a newer lock has been checked, so this transaction is too late
 * and must be rolled back.
 *
 * @since 0.1.0
 */
public class StaleFencingTokenException extends LockException {

	private final long fencingToken;

	private final long storedToken;

	/**
	 * Create an exception.
	 * @param key the key, as given by the application
	 * @param fencingToken the refused token
	 * @param storedToken the stored token
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
	 * Return the refused token.
	 * @return the token of this holder
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

	/**
	 * Return the stored token.
	 * @return the token of the latest checked holder
	 */
	public long getStoredToken() {
		return this.storedToken;
	}

}
