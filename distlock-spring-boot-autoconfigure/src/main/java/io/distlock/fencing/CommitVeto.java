package io.distlock.fencing;

import io.distlock.LockException;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps a transaction whose check has failed from being committed, although somebody has
 * caught the exception.
 *
 * @param failure the failure
 */
record CommitVeto(LockException failure) implements TransactionSynchronization {

	static void register(LockException failure) {
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.registerSynchronization(new CommitVeto(failure));
		}
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		throw this.failure;
	}

}
