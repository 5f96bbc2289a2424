// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.distlock.scheduling.ledger.JobRun;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests ask of the records of a job.
 */
final class JobHistory {

	private JobHistory() {
	}

	static List<JobRun> earliestFirst(List<JobRun> history) {
		return history.stream().sorted(Comparator.comparing(JobRun::fireTime).thenComparing(JobRun::attempt)).toList();
	}

	static void assertEachRanOnce(List<JobRun> history) {
		assertThat(history).extracting(JobRun::fireTime).doesNotHaveDuplicates();
		assertThat(history).extracting(JobRun::fencingToken).isSorted().doesNotHaveDuplicates();
	}

	/**
	 * Return the fire times without a run, but for those at which the run before was not
	 * over.
	 */
	static List<Instant> missing(List<JobRun> history, long period) {
		List<Instant> missing = new ArrayList<>();
		for (int i = 1; i < history.size(); i++) {
			Instant next = history.get(i - 1).fireTime().plusMillis(period);
			while (next.isBefore(history.get(i).fireTime())) {
				if (next.isAfter(history.get(i - 1).endedAt())) {
					missing.add(next);
				}
				next = next.plusMillis(period);
			}
		}
		return missing;
	}

}
