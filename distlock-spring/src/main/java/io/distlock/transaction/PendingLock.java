// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.TransactionLockException;
import io.distlock.TransactionLockedCalls;
import io.distlock.TransactionLocks;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;

/**
 * A lock that is to be taken when the transaction of a method begins.
 */
final class PendingLock implements TransactionLockedCalls.Entry {

	private final LockRequest request;

	private final LockedMethod method;

	private final MethodTransaction transaction;

	private final Runnable end;

	private boolean begun;

	private @Nullable LockNotAcquiredException busy;

	PendingLock(LockRequest request, LockedMethod method, MethodTransaction transaction, Runnable end) {
		this.request = request;
		this.method = method;
		this.transaction = transaction;
		this.end = end;
	}

	/**
	 * Return whether a transaction is that of the method, and not another one that begins
	 * in the call before it.
	 */
	boolean isOf(Object manager, TransactionExecution transaction) {
		return !this.begun && manager == this.transaction.manager()
				&& transaction.getTransactionName().endsWith("." + this.method.method().getName());
	}

	/**
	 * Lock in the transaction that has just begun.
	 */
	void lock(TransactionLocks locks) {
		this.begun = true;
		this.method.request();
		try {
			locks.lock(this.request);
		}
		catch (LockNotAcquiredException ex) {
			this.busy = ex;
			throw ex;
		}
		finally {
			LockedMethod.requested();
		}
	}

	@Override
	public boolean isBusy(LockNotAcquiredException failure) {
		return failure == this.busy;
	}

	@Override
	public void verify() {
		if (!this.begun) {
			throw new TransactionLockException(this.request.keys().get(0),
					"%s ran without its lock '%s', because the start of its transaction was not observed. Use a transaction manager that extends AbstractPlatformTransactionManager, and make sure that calls of the method go through the advice of @Transactional; or call TransactionLocks.lock() in the method"
						.formatted(this.method, LockKey.shown(String.join(", ", this.request.keys()))),
					null);
		}
	}

	@Override
	public void close() {
		this.end.run();
	}

}
