// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.time.Instant;
import java.time.ZoneId;

import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.JobSchedule;

import org.springframework.stereotype.Service;

/**
 * Schedules that are made at run time.
 */
@Service
public class ScheduleExamples {

	// tag::schedule[]
	public void subscribe(ClusterJobs jobs, long customer, String cron, ZoneId zone) {
		jobs.schedule("report-" + customer,
				JobSchedule.cron("salesReport", cron, zone).withParameters("{\"customer\": %d}".formatted(customer)));
	}

	public void sendOnce(ClusterJobs jobs, long customer, Instant at) {
		jobs.schedule("report-once-" + customer,
				JobSchedule.once("salesReport", at).withParameters("{\"customer\": %d}".formatted(customer)));
	}

	public void unsubscribe(ClusterJobs jobs, long customer) {
		jobs.unschedule("report-" + customer);
	}
	// end::schedule[]

}
