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
