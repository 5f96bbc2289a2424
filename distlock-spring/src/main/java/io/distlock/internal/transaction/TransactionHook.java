// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Takes a step in each transaction of a manager that has begun. If the step fails, the
 * transaction is rolled back here, because its manager does not expect a listener to
 * fail: it would leave the connection bound.
 *
 * @param manager the manager whose transactions are meant
 * @param step the step
 * @since 0.1.0
 */
public record TransactionHook(PlatformTransactionManager manager, Step step) implements TransactionExecutionListener {

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure != null || !transaction.isNewTransaction()) {
			return;
		}
		try {
			this.step.begun(this.manager, transaction);
		}
		catch (RuntimeException | Error ex) {
			undo((DefaultTransactionStatus) transaction, ex);
			throw ex;
		}
	}

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		this.step.committing();
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

	/**
	 * Work in a transaction that is not its own.
	 */
	public interface Step {

		/**
		 * Called when a transaction has begun.
		 * @param manager its manager
		 * @param transaction the transaction, a new one
		 */
		void begun(Object manager, TransactionExecution transaction);

		/**
		 * Called after everything else that happens before a commit.
		 */
		default void committing() {
		}

	}

}
