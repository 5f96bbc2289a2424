package io.distlock.interceptor;

import io.distlock.HeldLock;
import io.distlock.LockScope;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps a lock that is acquired inside a transaction of this thread until that
 * transaction is complete: nobody else sees the data before it is committed. Reactive
 * transactions have no thread and are not considered.
 *
 * @since 0.1.0
 */
public final class TransactionalLockScope implements LockScope {

	@Override
	public boolean extend(HeldLock lock) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return false;
		}
		TransactionSynchronizationManager.registerSynchronization(new Release(lock));
		return true;
	}

	/**
	 * Releases after every other callback of the transaction.
	 */
	private record Release(HeldLock lock) implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

		@Override
		public void afterCompletion(int status) {
			this.lock.close();
		}

	}

}
