// SPDX-License-Identifier: Apache-2.0

package io.distlock;

/**
 * Checks fencing tokens for fenced methods and requests.
 *
 * @since 0.1.0
 */
public interface FencedCalls {

	/**
	 * Register the existence of a fenced method. Called while beans are created;
	 * implementations must not create beans.
	 */
	void expect();

	/**
	 * Check the token of a lock in the active transaction of this thread, if the work
	 * joins that transaction. Also check the token in every transaction that begins on
	 * this thread until the returned entry is closed.
	 * @param lock the lock
	 * @param request the request; unless its policy is {@link OnLost#IGNORE}, a loss is
	 * detected before the token is checked
	 * @return entry that ends the call
	 * @throws LockException if the token is not the highest or could not be checked
	 */
	Entry enter(HeldLock lock, LockRequest request);

	/**
	 * Period of work of a thread under a fenced lock.
	 */
	interface Entry extends AutoCloseable {

		/**
		 * Check that the work ran a transaction, since a call without a transaction is
		 * not fenced. Called after successful work.
		 * @throws LockException if the work ran no transaction
		 */
		void verify();

		@Override
		void close();

	}

}
