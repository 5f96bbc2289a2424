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

package io.distlock.sample.email;

import java.util.List;
import java.util.Optional;

import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * The email job, which is not there if distlock or sending is switched off.
 */
@Component
class EmailJobs {

	private final ObjectProvider<ClusterJobs> jobs;

	EmailJobs(ObjectProvider<ClusterJobs> jobs) {
		this.jobs = jobs;
	}

	Optional<ClusterJob> find() {
		return this.jobs.stream()
			.flatMap((jobs) -> jobs.jobs().stream())
			.filter((job) -> job.name().equals(CustomerEmailJob.NAME))
			.findFirst();
	}

	List<JobRun> history(int most) {
		return this.jobs.stream()
			.flatMap((jobs) -> jobs.history(CustomerEmailJob.NAME).stream())
			.filter((run) -> run.attempt() > 0)
			.limit(most)
			.toList();
	}

	Optional<JobRun> running() {
		return find().map(ClusterJob::running);
	}

}
