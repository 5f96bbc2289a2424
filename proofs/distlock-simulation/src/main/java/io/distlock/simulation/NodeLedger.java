// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.simulation.Requests.Purpose;

/**
 * Access of a node to the ledger of jobs.
 */
final class NodeLedger implements JobLedger {

	private final Node node;

	private final JobLedger ledger;

	private final SimulatedStore store;

	NodeLedger(Node node, JobLedger ledger, SimulatedStore store) {
		this.node = node;
		this.ledger = ledger;
		this.store = store;
	}

	@Override
	public JobEntry read(LockKey job) {
		return this.node.call(Purpose.JOB_READ, () -> this.ledger.read(job));
	}

	@Override
	public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		return this.node.call(Purpose.JOB_READ, () -> this.ledger.readAll(jobs));
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		return this.node.call(Purpose.JOB_READ, () -> this.ledger.leaseLeft(lock));
	}

	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		return this.node.call(Purpose.JOB_WRITE, () -> this.ledger.write(job, version, state, runs, historySize));
	}

	/**
	 * Write the end of a run and release its lock in one step.
	 */
	@Override
	public Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
		return Optional.of((job, version, state, runs, historySize) -> this.node.call(Purpose.JOB_WRITE, () -> {
			Optional<JobEntry> written = this.ledger.write(job, version, state, runs, historySize);
			if (written.isPresent()) {
				this.store.release(this.node, lock, owner, lastToken);
			}
			return written;
		}));
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		return this.node.call(Purpose.JOB_READ, () -> this.ledger.history(job, limit));
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		return this.node.call(Purpose.JOB_READ, () -> this.ledger.jobs(keyPrefix));
	}

	@Override
	public boolean remove(LockKey job, long version) {
		return this.node.call(Purpose.JOB_WRITE, () -> this.ledger.remove(job, version));
	}

}
