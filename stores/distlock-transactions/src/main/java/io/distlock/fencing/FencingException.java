// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import io.distlock.LockException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * A fencing token could not be checked: there is no transaction to check it in, the row
 * of the key did not come in time or was lost before the commit, or the database failed.
 *
 * @since 0.1.0
 */
public class FencingException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message what went wrong, and what to do next
	 * @param cause what the database said, if it was asked
	 */
	public FencingException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

	static FencingException of(String key, Exception ex) {
		return new FencingException(key, null, "The fencing token of lock '%s' could not be checked. %s"
			.formatted(LockKey.shown(key), ex.getMessage()), ex);
	}

}
