package io.distlock.jdbc;

import io.distlock.provider.LockStoreException;

/**
 * A database that cannot keep what it is asked to keep.
 *
 * @since 0.1.0
 */
public class DatabaseNotSupportedException extends LockStoreException {

	/**
	 * Create an exception.
	 * @param message the database, and what to use instead
	 */
	public DatabaseNotSupportedException(String message) {
		super(message, Outcome.PERMANENT, null);
	}

}
