// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a lock could not be acquired in a transaction, except for a busy lock. The
 * transaction should be rolled back; after a deadlock, the caller may retry the
 * transaction.
 *
 * @since 0.1.0
 */
public class TransactionLockException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key as specified by the application
	 * @param message the problem and a suggested action
	 * @param cause the database exception, if any
	 */
	public TransactionLockException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception for a lock with a name.
	 * @param key the key as specified by the application
	 * @param name the name of the lock, or {@code null} if the lock has only a key
	 * @param message the problem and a suggested action
	 * @param cause the database exception, if any
	 */
	public TransactionLockException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

}
