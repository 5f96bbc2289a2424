/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.contract;

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
