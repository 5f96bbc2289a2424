// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Takes the lock of a method when its transaction has begun. If it is refused, the
 * transaction is rolled back here, because its manager does not expect a listener to
 * fail: it would leave the connection bound.
 *
 * @param manager the manager whose transactions are locked in
 * @param methods knows the methods that wait for their transaction
 * @since 0.1.0
 */
public record TransactionLockListener(PlatformTransactionManager manager,
		TransactionLockedMethods methods) implements LockingListener {

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure != null || !transaction.isNewTransaction()) {
			return;
		}
		try {
			this.methods.begun(this.manager, transaction);
		}
		catch (RuntimeException | Error ex) {
			undo((DefaultTransactionStatus) transaction, ex);
			throw ex;
		}
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
