// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Prevents the commit of a transaction with a failed check, even if the application has
 * caught the exception.
 *
 * @param failure the failure
 */
record CommitVeto(RuntimeException failure) implements TransactionSynchronization {

	static void register(RuntimeException failure) {
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.registerSynchronization(new CommitVeto(failure));
		}
	}

	// Checks that there is no veto in the transaction of this thread. One that was
	// registered by a callback before the commit is not called any more.
	static void assertNone() {
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
				if (each instanceof CommitVeto veto) {
					throw veto.failure;
				}
			}
		}
	}

	// The first to speak, so that the caller learns of this failure, and not of one that
	// follows from it.
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		throw this.failure;
	}

}
