// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.util.List;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * A change of a job's entry, all of it or nothing.
 *
 * @param state the new state
 * @param records the records that belong to it
 * @param run the run that begins with the change, or {@code null}
 * @since 0.1.0
 */
public record JobChange(JobState state, List<JobRun> records, @Nullable JobRun run) implements JobStep {

	/**
	 * The state has the run that ended last of those that the records are of, or else the
	 * fire times that were missed last.
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
	 * Create a change with which no run begins.
	 * @param state the new state
	 * @param records the records that belong to it
	 */
	public JobChange(JobState state, List<JobRun> records) {
		this(state, records, null);
	}

}
