// SPDX-License-Identifier: Apache-2.0

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
