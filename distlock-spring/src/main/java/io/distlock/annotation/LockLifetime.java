// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

/**
 * Lifetime of a method's lock.
 *
 * @since 0.1.0
 */
public enum LockLifetime {

	/**
	 * A lock in the store with a lease. The lock ends with the method, or with the
	 * caller's transaction that the method joins.
	 */
	METHOD,

	/**
	 * A lock of the method's transaction, without a lease: acquired on the transaction's
	 * connection as its first statement, and released at the end of the transaction. For
	 * methods that return after their work has completed, in database transactions with
	 * READ COMMITTED.
	 */
	TRANSACTION

}
