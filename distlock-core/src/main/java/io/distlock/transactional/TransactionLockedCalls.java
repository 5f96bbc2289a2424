// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;

/**
 * Takes the locks of methods that are locked for their transaction.
 *
 * @since 0.1.0
 */
public interface TransactionLockedCalls {

	/**
	 * Take note that there is a method that is locked so. Called while beans are created,
	 * and must create none.
	 */
	void expect();

	/**
	 * Lock at once, if the method is part of a transaction of this thread, or else as the
	 * first statement of the transaction that the method begins.
	 * @param request what to lock, and for which method
	 * @return ends the call
	 * @throws LockNotAcquiredException if another transaction kept the lock for too long
	 * @throws TransactionLockException if the method has no transaction, or the lock
	 * cannot be taken in it
	 */
	Entry enter(LockRequest request);

	/**
	 * The time of a call.
	 */
	interface Entry extends AutoCloseable {

		/**
		 * Return whether a failure is that of the lock of this call, and not of one that
		 * the method takes.
		 * @param failure what the call ended with
		 * @return whether the method was not entered because its lock was busy
		 */
		boolean isBusy(LockNotAcquiredException failure);

		/**
		 * Check that the lock was taken. Called when the method has ended well.
		 * @throws TransactionLockException if it was not
		 */
		void verify();

		@Override
		void close();

	}

}
