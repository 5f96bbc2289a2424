// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

/**
 * Lifetime of the lock of a method.
 *
 * @since 0.1.0
 */
public enum LockLifetime {

	/**
	 * A lock in the store, with a lease, that ends with the method, or with the
	 * transaction of the caller that the method is part of.
	 */
	METHOD,

	/**
	 * A lock of the transaction of the method: it is taken on the transaction's own
	 * connection, as its first statement, and ends with it, without any lease. For
	 * methods that return when their work is done, in transactions of a database, at READ
	 * COMMITTED.
	 */
	TRANSACTION

}
