// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.List;

import io.distlock.record.StoreClock.Bounds;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;

/**
 * A job and its history as one record, so that they change together. A job that was
 * removed leaves its version, which is not used again.
 *
 * @param version the version, which a claim compares
 * @param exists whether the job was not removed
 * @param state its state
 * @param runs its runs
 */
record JobRecord(long version, boolean exists, JobState state, List<JobRun> runs) {

	static final JobRecord NONE = new JobRecord(0, false, JobState.unknown(), List.of());

	private static final String JOB = "job1";

	private static final String REMOVED = "removed1";

	private static final String HISTORY = "\n\n";

	/**
	 * Return the version that a claim has to know.
	 */
	long current() {
		return this.exists ? this.version : 0;
	}

	long nextVersion(Bounds now) {
		return Math.max(this.version + 1, now.highest());
	}

	/**
	 * Write a job.
	 * @param writer what no other write has, so that no two have the same text
	 * @param longest how many bytes the text may have
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
	 * Read a job.
	 * @throws IllegalArgumentException or others that {@link JobText} names, if the text
	 * is something else
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
