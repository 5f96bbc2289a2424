// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.util.List;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Atomic change of a job's entry.
 *
 * @param state the new state
 * @param records the records of the change
 * @param run the run that starts with the change, or {@code null}
 * @since 0.1.0
 */
public record JobChange(JobState state, List<JobRun> records, @Nullable JobRun run) implements JobStep {

	/**
	 * Update the last run of the state: the last ended run among the records, or
	 * otherwise the last missed fire times.
	 */
	public JobChange {
		JobRun last = null;
		for (JobRun record : records) {
			if (record.endedAt() != null && (last == null || record.attempt() != 0)) {
				last = record;
			}
		}
		if (last != null) {
			state = state.withLastRun(last);
		}
	}

	/**
	 * Create a change that starts no run.
	 * @param state the new state
	 * @param records the records of the change
	 */
	public JobChange(JobState state, List<JobRun> records) {
		this(state, records, null);
	}

}
