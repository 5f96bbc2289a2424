// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Performs a step at the start of each transaction of a manager. If the step fails, this
 * listener rolls back the transaction. The manager does not handle failures of listeners,
 * and would leave the connection bound.
 *
 * @param manager the transaction manager
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
	 * Roll back the new transaction. The manager resumes a suspended transaction when
	 * handling the exception, so the suspended transaction is excluded from the rollback.
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
	 * Step performed in the transactions of other code.
	 */
	public interface Step {

		/**
		 * Called after a transaction has begun.
		 * @param manager the transaction manager
		 * @param transaction the new transaction
		 */
		void begun(Object manager, TransactionExecution transaction);

		/**
		 * Called after all other callbacks before a commit.
		 */
		default void committing() {
		}

	}

}
