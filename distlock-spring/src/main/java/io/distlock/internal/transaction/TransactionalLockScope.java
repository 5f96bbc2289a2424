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
 * Keeps a lock acquired inside a transaction of this thread until the completion of the
 * transaction, since other transactions cannot read the data before the commit. The lock
 * of a method that suspends the transaction ends with the method. Reactive transactions
 * are not bound to a thread and are not considered.
 *
 * @since 0.1.0
 */
public final class TransactionalLockScope implements LockScope {

	private final StaleReads staleReads;

	private final Predicate<LockedMethod> ownTransactions;

	private final boolean extending;

	/**
	 * Create a scope.
	 * @param staleReads detects reads that may be older than the lock
	 * @param ownTransactions tests whether a method suspends its caller's transaction
	 * @param extending whether locks are kept until the end of the transaction
	 */
	public TransactionalLockScope(StaleReads staleReads, Predicate<LockedMethod> ownTransactions, boolean extending) {
		this.staleReads = staleReads;
		this.ownTransactions = ownTransactions;
		this.extending = extending;
	}

	/**
	 * Remove lost locks unless an active transaction may depend on them, and reject or
	 * report a lock that is acquired too late.
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
	 * Releases the lock after all other callbacks of the transaction.
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
