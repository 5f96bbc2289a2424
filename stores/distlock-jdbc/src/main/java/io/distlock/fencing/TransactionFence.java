// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Checks tokens when a transaction has begun. If one is refused, the transaction is
 * rolled back here, because its manager does not expect a listener to fail: it would
 * leave the connection bound.
 *
 * @param manager the manager whose transactions are checked
 * @param fenced knows the fenced calls that a thread is in
 * @since 0.1.0
 */
public record TransactionFence(PlatformTransactionManager manager,
		FencedTransactions fenced) implements TransactionExecutionListener {

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure != null || !transaction.isNewTransaction()) {
			return;
		}
		if (transaction.isReadOnly()) {
			this.fenced.readOnly();
			return;
		}
		try {
			this.fenced.check(this.manager);
		}
		catch (RuntimeException | Error ex) {
			undo((DefaultTransactionStatus) transaction, ex);
			throw ex;
		}
	}

	/**
	 * Refuse the commit if a check has failed so late that its own veto was not heard.
	 */
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		CommitVeto.assertNone();
	}

	/**
	 * Roll back what was begun. The manager resumes the transaction that it has suspended
	 * when it sees the exception, so that one is no part of what is rolled back here.
	 */
	private void undo(DefaultTransactionStatus begun, Throwable failure) {
		try {
			this.manager.rollback(new DefaultTransactionStatus(begun.getTransactionName(), begun.getTransaction(), true,
					begun.isNewSynchronization(), begun.isNested(), false, begun.isDebug(), null));
		}
		catch (RuntimeException | Error ex) {
			failure.addSuppressed(ex);
		}
	}

}
