// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each job with its history in one record.
 */
final class RecordJobLedger implements JobLedger {

	private final Records records;

	RecordJobLedger(Records records) {
		this.records = records;
	}

	@Override
	public JobEntry read(LockKey job) {
		JobRecord found = find(job, "read job '%s'".formatted(job)).job();
		return new JobEntry(found.current(), found.state(), now());
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		String purpose = "check '%s'".formatted(lock);
		StoredRecord found = this.records.read(this.records.path(Records.LOCKS, lock), purpose);
		return (found == null) ? Duration.ZERO
				: this.records.understood(found, purpose, LockText::read).untilFree(lock.mode(), this.records.now());
	}

	/**
	 * Write a job. If a client sends the request twice, the second request finds the
	 * unique text of the first.
	 */
	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		String purpose = "write job '%s'".formatted(job);
		Found found = find(job, purpose);
		if (found.job().current() != version) {
			return Optional.empty();
		}
		long next = found.job().nextVersion(this.records.now());
		String text = JobRecord.text(next, UUID.randomUUID().toString(), state, found.job().runs(), runs, historySize,
				this.records.store().longestText());
		return write(job, found, text, false, purpose) ? Optional.of(new JobEntry(next, state, now()))
				: Optional.empty();
	}

	@Override
	public boolean remove(LockKey job, long version) {
		String purpose = "remove job '%s'".formatted(job);
		Found found = find(job, purpose);
		if (!found.job().exists()) {
			return true;
		}
		return found.job().version() == version
				&& (write(job, found, JobRecord.removed(version), true, purpose) || !find(job, purpose).job().exists());
	}

	private boolean write(LockKey job, Found before, String text, boolean unused, String purpose) {
		String path = path(job);
		if (this.records.write(path, before.stored(), text, unused, purpose)) {
			return true;
		}
		StoredRecord now = this.records.read(path, purpose);
		return now != null && now.text().equals(text);
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		List<JobRun> runs = find(job, "list the runs of job '%s'".formatted(job)).job().runs();
		return runs.stream().limit(Math.max(0, limit)).toList();
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		List<String> names = new ArrayList<>();
		this.records.list(Records.JOBS, "list the jobs", (found) -> {
			if (!JobRecord.isRemoved(found.text())) {
				names.add(this.records.encodedKey(Records.JOBS, found.key()));
			}
		});
		return JobLedger.decode(names, keyPrefix);
	}

	private Found find(LockKey job, String purpose) {
		StoredRecord stored = this.records.read(path(job), purpose);
		return new Found(stored,
				(stored != null) ? this.records.understood(stored, purpose, JobRecord::read) : JobRecord.NONE);
	}

	private Instant now() {
		return StoreClock.instant(this.records.now().time());
	}

	private String path(LockKey job) {
		return this.records.path(Records.JOBS, job);
	}

	/**
	 * Job as read.
	 *
	 * @param stored the record, if any
	 * @param job the parsed job
	 */
	private record Found(@Nullable StoredRecord stored, JobRecord job) {

	}

}
