// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;

/**
 * Job ledger of this process.
 */
final class LocalJobLedger implements JobLedger {

	private final Map<LockKey, Job> jobs = new ConcurrentHashMap<>();

	/**
	 * Version counter of all jobs. Each version is used once, even after removal of a
	 * job.
	 */
	private final AtomicLong versions = new AtomicLong();

	private final InstantSource clock;

	private final Function<LockKey, Duration> leases;

	LocalJobLedger(InstantSource clock, Function<LockKey, Duration> leases) {
		this.clock = clock;
		this.leases = leases;
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		return this.leases.apply(lock);
	}

	@Override
	public JobEntry read(LockKey key) {
		Job job = job(key);
		return new JobEntry(job.version, job.state, this.clock.instant());
	}

	@Override
	public Optional<JobEntry> write(LockKey key, long version, JobState state, List<JobRun> runs, int historySize) {
		long next = this.versions.incrementAndGet();
		Job job = this.jobs.compute(key, (unused, known) -> {
			Job before = (known != null) ? known : Job.UNKNOWN;
			return (before.version == version) ? new Job(next, state, JobText.merged(before.history, runs, historySize))
					: known;
		});
		return (job != null && job.version == next) ? Optional.of(new JobEntry(next, state, this.clock.instant()))
				: Optional.empty();
	}

	@Override
	public List<JobRun> history(LockKey key, int limit) {
		return job(key).history.stream().limit(limit).toList();
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		return this.jobs.keySet().stream().filter((key) -> key.prefix().equals(keyPrefix)).toList();
	}

	@Override
	public boolean remove(LockKey key, long version) {
		return this.jobs.computeIfPresent(key, (unused, job) -> (job.version == version) ? null : job) == null;
	}

	private Job job(LockKey key) {
		return this.jobs.getOrDefault(key, Job.UNKNOWN);
	}

	/**
	 * Snapshot of a job.
	 */
	private record Job(long version, JobState state, List<JobRun> history) {

		private static final Job UNKNOWN = new Job(0, JobState.unknown(), List.of());

	}

}
