// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.LockException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a fencing token could not be checked: without a transaction, after a timeout
 * for the row of the key, after the loss of the row before the commit, or after a failure
 * of the database.
 *
 * @since 0.1.0
 */
public class FencingException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as given by the application
	 * @param name the name of the lock, or {@code null} for a lock without a name
	 * @param message the problem and the remedy
	 * @param cause the failure of the database, if any
	 */
	public FencingException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

	static FencingException of(String key, Exception ex) {
		return new FencingException(key, null, "The fencing token of lock '%s' could not be checked. %s"
			.formatted(LockKey.shown(key), ex.getMessage()), ex);
	}

}
