// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.util.function.Predicate;

import io.distlock.EngineLock;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockRequest;
import io.distlock.LockScope;
import io.distlock.LockedMethod;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps a lock that is acquired inside a transaction of this thread until that
 * transaction is complete, since the data cannot be seen elsewhere before it is
 * committed. The lock of a method that suspends the transaction ends with the method.
 * Reactive transactions have no thread and are not considered.
 *
 * @since 0.1.0
 */
public final class TransactionalLockScope implements LockScope {

	private final StaleReads staleReads;

	private final Predicate<LockedMethod> ownTransactions;

	private final boolean extending;

	/**
	 * Create a scope.
	 * @param staleReads finds reads of the work that may be older than the lock
	 * @param ownTransactions knows the methods that suspend the caller's transaction
	 * @param extending whether locks are kept until the transaction has ended
	 */
	public TransactionalLockScope(StaleReads staleReads, Predicate<LockedMethod> ownTransactions, boolean extending) {
		this.staleReads = staleReads;
		this.ownTransactions = ownTransactions;
		this.extending = extending;
	}

	/**
	 * Forget what is lost, unless a transaction may have been under it, and refuse the
	 * lock, or warn, if it comes too late.
	 */
	@Override
	public void before(LockRequest request) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			LockContext.purgeLost();
			if (TransactionSynchronizationManager.getResourceMap().isEmpty()) {
				return;
			}
		}
		this.staleReads.check(request, suspendsTransaction(request));
	}

	@Override
	public boolean extend(HeldLock lock, LockRequest request) {
		if (!this.extending || !TransactionSynchronizationManager.isActualTransactionActive()
				|| !TransactionSynchronizationManager.isSynchronizationActive() || suspendsTransaction(request)) {
			return false;
		}
		Runnable end = (lock instanceof EngineLock deferrable) ? deferrable.deferRelease() : lock::close;
		if (end != null) {
			TransactionSynchronizationManager.registerSynchronization(new Release(end));
		}
		return end != null;
	}

	private boolean suspendsTransaction(LockRequest request) {
		LockedMethod method = request.method();
		return method != null && TransactionSynchronizationManager.isActualTransactionActive()
				&& this.ownTransactions.test(method);
	}

	/**
	 * Releases after every other callback of the transaction.
	 */
	private record Release(Runnable end) implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

		@Override
		public void afterCompletion(int status) {
			this.end.run();
		}

	}

}
