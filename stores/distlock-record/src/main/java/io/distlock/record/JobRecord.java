// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.List;

import io.distlock.record.StoreClock.Bounds;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;

/**
 * Job and its history as one record, so that both change together. A removed job leaves
 * its version, which is not reused.
 *
 * @param version the version, compared by a claim
 * @param exists {@code false} for a removed job
 * @param state the state
 * @param runs the runs
 */
record JobRecord(long version, boolean exists, JobState state, List<JobRun> runs) {

	static final JobRecord NONE = new JobRecord(0, false, JobState.unknown(), List.of());

	private static final String JOB = "job1";

	private static final String REMOVED = "removed1";

	private static final String HISTORY = "\n\n";

	/**
	 * Return the version expected from a claim.
	 */
	long current() {
		return this.exists ? this.version : 0;
	}

	long nextVersion(Bounds now) {
		return Math.max(this.version + 1, now.highest());
	}

	/**
	 * Format a job.
	 * @param writer unique identifier of the write, so that no two texts are equal
	 * @param longest the maximum size of the text in bytes
	 */
	static String text(long version, String writer, JobState state, List<JobRun> before, List<JobRun> added,
			int historySize, int longest) {
		String job = JOB + ' ' + version + ' ' + writer + '\n' + JobText.of(state) + HISTORY;
		return job + JobText.merged(before, added, historySize, longest - job.length());
	}

	static String removed(long version) {
		return REMOVED + ' ' + version;
	}

	static boolean isRemoved(String text) {
		return text.startsWith(REMOVED + ' ');
	}

	static boolean isRemoved(String text, Duration idle, Bounds now) {
		return isRemoved(text) && read(text).version() < now.earliest() - StoreClock.micros(idle);
	}

	/**
	 * Parse a job.
	 * @throws IllegalArgumentException or another exception documented by
	 * {@link JobText}, if the text has another format
	 */
	static JobRecord read(String text) {
		if (text.startsWith(REMOVED)) {
			return new JobRecord(LockText.number(LockText.words(text, REMOVED)[1]), false, JobState.unknown(),
					List.of());
		}
		String[] parts = text.split(HISTORY, 2);
		String[] lines = parts[0].split("\n", 2);
		return new JobRecord(LockText.number(LockText.words(lines[0], JOB)[1]), true, JobText.state(lines[1]),
				JobText.runs(parts[1]));
	}

}
