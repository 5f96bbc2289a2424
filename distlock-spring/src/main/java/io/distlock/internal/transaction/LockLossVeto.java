// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import io.distlock.LockContext;
import io.distlock.LockLostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Rejects the commit of a transaction on a thread that has lost a lock, regardless of the
 * order of transaction and acquisition. Called after all other callbacks before a commit;
 * the transaction is rolled back.
 *
 * @since 0.1.0
 */
public record LockLossVeto() implements TransactionExecutionListener {

	private static final Logger logger = LoggerFactory.getLogger(LockLossVeto.class);

	/**
	 * Log a warning for a transaction manager that does not support listeners.
	 * @param name the bean name
	 */
	public static void refused(String name) {
		logger
			.warn("Transaction manager '{}' does not support listeners, so its transactions commit although a lock was lost. "
					+ "Use one that extends AbstractPlatformTransactionManager, or call assertHeld() before the commit",
					name);
	}

	/**
	 * Remove locks that were lost before this transaction and have no callback, since
	 * these locks are unrelated to the transaction. Skipped if another transaction is
	 * suspended, which may depend on such locks.
	 */
	@Override
	public void beforeBegin(TransactionExecution transaction) {
		if (transaction instanceof DefaultTransactionStatus status && status.getSuspendedResources() == null
				&& !TransactionSynchronizationManager.isSynchronizationActive()) {
			LockContext.purgeLost();
		}
	}

	/**
	 * Check the locks of this thread.
	 * @throws LockLostException if a lock is lost whose policy is not to ignore a loss
	 */
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockContext.assertHeld();
	}

}
