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
 * Refuses to commit a transaction on a thread that has lost a lock, whether the
 * transaction began before the lock was acquired or after. It is asked after everything
 * else that happens before a commit, and the transaction is rolled back.
 *
 * @since 0.1.0
 */
public record LockLossVeto() implements TransactionExecutionListener {

	private static final Logger logger = LoggerFactory.getLogger(LockLossVeto.class);

	/**
	 * Warn of a transaction manager that takes no veto.
	 * @param name the name of the bean
	 */
	public static void refused(String name) {
		logger
			.warn("Transaction manager '{}' does not support listeners, so its transactions commit although a lock was lost. "
					+ "Use one that extends AbstractPlatformTransactionManager, or call assertHeld() before the commit",
					name);
	}

	/**
	 * Forget locks that were lost before this transaction and that no callback holds: it
	 * has nothing to do with them. Where another one is suspended, that one may have.
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
	 * @throws LockLostException if one is lost that is not to be ignored
	 */
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		LockContext.assertHeld();
	}

}
