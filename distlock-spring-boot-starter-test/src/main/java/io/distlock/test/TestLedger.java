// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.util.List;
import java.util.Optional;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;

/**
 * Jobs of a test, as read and written by the application.
 *
 * @param store the store of the test, which may fail, and is cleared by each reset
 */
record TestLedger(TestLockProvider store) implements JobLedger {

	@Override
	public JobEntry read(LockKey job) {
		return this.store.asked(() -> this.store.jobs().read(job));
	}

	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		return this.store.asked(() -> this.store.jobs().write(job, version, state, runs, historySize));
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		return this.store.asked(() -> this.store.jobs().history(job, limit));
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		return this.store.asked(() -> this.store.jobs().jobs(keyPrefix));
	}

	@Override
	public boolean remove(LockKey job, long version) {
		return this.store.asked(() -> this.store.jobs().remove(job, version));
	}

}
