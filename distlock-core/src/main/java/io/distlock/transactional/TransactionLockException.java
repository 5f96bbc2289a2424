// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * A lock could not be taken in a transaction, for another reason than that it was busy.
 * The transaction should be rolled back; after a deadlock it may be retried.
 *
 * @since 0.1.0
 */
public class TransactionLockException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message what went wrong, and what to do next
	 * @param cause what the database said, if it was asked
	 */
	public TransactionLockException(String key, String message, @Nullable Throwable cause) {
		this(key, null, message, cause);
	}

	/**
	 * Create an exception of a lock that has a name.
	 * @param key the key, as the application gave it
	 * @param name the name of the lock, or {@code null} if it has none but its key
	 * @param message what went wrong, and what to do next
	 * @param cause what the database said, if it was asked
	 */
	public TransactionLockException(String key, @Nullable String name, String message, @Nullable Throwable cause) {
		super(key, name, message, cause);
	}

}
