// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Duration;
import java.time.Instant;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.JobHandler;
import io.distlock.scheduling.JobHandlerOptions;
import io.distlock.scheduling.JobSchedule;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * What jobs look like that another scheduler ran before.
 */
@Component
public class MigratedJobs {

	// tag::quartz-job[]
	@Scheduled(cron = "0 15 10 * * MON-FRI", zone = "Europe/Berlin")
	@ClusterScheduled(name = "statements", startWithin = "2h", maxAttempts = 3, retryDelay = "1m")
	public void sendStatements() {
		ClusterJobContext run = ClusterJobContext.current().orElseThrow();
		if (run.attempt() > 1) {
			// an attempt before this one failed, or its node died: send what is left
		}
	}
	// end::quartz-job[]

	// tag::quartz-runtime[]
	public void subscribe(ClusterJobs jobs, long customer) {
		jobs.schedule("report-" + customer, JobSchedule.fixedRate("customerReport", Duration.ofHours(6))
			.withParameters("{\"customer\": %d}".formatted(customer)));
	}

	public void unsubscribe(ClusterJobs jobs, long customer) {
		jobs.unschedule("report-" + customer);
	}
	// end::quartz-runtime[]

	// tag::db-scheduler-recurring[]
	@Scheduled(fixedDelay = 3_600_000)
	@ClusterScheduled(name = "cleanup")
	public void cleanUp() {
		// an hour after the last run has ended, on whichever node
	}
	// end::db-scheduler-recurring[]

	// tag::db-scheduler-once[]
	public void remind(ClusterJobs jobs, long order, Instant at) {
		jobs.schedule("remind-" + order,
				JobSchedule.once("reminder", at).withParameters("{\"order\": %d}".formatted(order)));
	}

	@Component("reminder")
	public static class Reminder implements JobHandler {

		@Override
		public void run(ClusterJobContext run) {
			String order = run.parameters(); // {"order": 42}
		}

		@Override
		public JobHandlerOptions options() {
			return JobHandlerOptions.defaults().withRetry(5, Duration.ofSeconds(10), 2, Duration.ofMinutes(5));
		}

	}
	// end::db-scheduler-once[]

}
