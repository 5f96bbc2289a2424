package io.distlock.interceptor;

import io.distlock.LockContext;
import io.distlock.LockLostException;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Refuses to commit a transaction on a thread that has lost a lock, whether the
 * transaction began before the lock was acquired or after. It is asked after everything
 * else that happens before a commit, and the transaction is rolled back.
 */
final class LockLossVeto implements TransactionExecutionListener {

	/**
	 * Check the locks of this thread.
	 * @throws LockLostException if one is lost that is not to be ignored
	 */
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockContext.assertHeld();
	}

}
