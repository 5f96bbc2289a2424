// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.transactional.TransactionLockException;

/**
 * Acquires the locks of methods with transaction-scoped locks.
 *
 * @since 0.1.0
 */
public interface TransactionLockedCalls {

	/**
	 * Register the existence of a method with a transaction-scoped lock. Called while
	 * beans are created; implementations must not create beans.
	 */
	void expect();

	/**
	 * Acquire the lock immediately if the method joins a transaction of this thread, or
	 * otherwise with the first statement of the transaction that the method begins.
	 * @param request the request, with the method
	 * @return entry that ends the call
	 * @throws LockNotAcquiredException if another transaction held the lock for the whole
	 * wait time
	 * @throws TransactionLockException if the method has no transaction, or the lock
	 * cannot be acquired in the transaction
	 */
	Entry enter(LockRequest request);

	/**
	 * Period of a call.
	 */
	interface Entry extends AutoCloseable {

		/**
		 * Return whether a failure was caused by the lock of this call, not by a lock
		 * acquired inside the method.
		 * @param failure the failure of the call
		 * @return {@code true} if the method was not entered because its lock was busy
		 */
		boolean isBusy(LockNotAcquiredException failure);

		/**
		 * Check that the lock was acquired. Called after a successful call.
		 * @throws TransactionLockException if the lock was not acquired
		 */
		void verify();

		@Override
		void close();

	}

}
