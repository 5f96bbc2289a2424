// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.stereotype.Service;

/**
 * A job of Spring Batch that runs once for each fire time, and is restarted by another
 * node if its own dies.
 */
@Service
public class BatchJobs {

	private final JobOperator operator;

	private final JobRepository repository;

	private final Job importJob;

	BatchJobs(JobOperator operator, JobRepository repository, Job importJob) {
		this.operator = operator;
		this.repository = repository;
		this.importJob = importJob;
	}

	// tag::batch[]
	@ClusterScheduled(name = "import", cron = "0 0 2 * * *", zone = "UTC", maxAttempts = 3)
	public void importOrders(ClusterJobContext run) throws JobExecutionException {
		JobParameters parameters = new JobParametersBuilder().addString("fireTime", run.fireTime().toString())
			.toJobParameters();
		JobExecution last = this.repository.getLastJobExecution(this.importJob.getName(), parameters);
		if (last != null && last.getStatus() == BatchStatus.COMPLETED) {
			return; // its node died before it could record the end
		}
		if (last != null && last.isRunning()) {
			this.operator.recover(last); // its node died, or lost the lock
		}
		JobExecution execution = this.operator.start(this.importJob, parameters);
		if (execution.getStatus() != BatchStatus.COMPLETED) {
			throw new IllegalStateException("The import ended as " + execution.getStatus());
		}
	}
	// end::batch[]

}
