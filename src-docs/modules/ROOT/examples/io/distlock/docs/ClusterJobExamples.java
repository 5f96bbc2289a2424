// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;

/**
 * Every way to write a job of the cluster.
 */
@Service
public class ClusterJobExamples {

	// tag::beside[]
	@Scheduled(cron = "0 0 6 * * *", zone = "Europe/Berlin")
	@ClusterScheduled("daily-report")
	public void report() {
		// once a day, on one node
	}
	// end::beside[]

	// tag::alone[]
	@ClusterScheduled(name = "daily-customer-email", cron = "0 0 7 * * *", zone = "Europe/Berlin", maxAttempts = 3,
			misfireThreshold = "2h")
	public void sendEmails(ClusterJobContext run) {
		for (List<String> batch : batches()) {
			run.checkHeld(); // stop here if another node has taken over
			send(batch, run.fireTime(), run.fencingToken());
		}
	}
	// end::alone[]

	// tag::interval[]
	@ClusterScheduled(name = "exchange-rates", fixedDelay = "${rates.delay:10m}", initialDelay = "30s")
	public void fetchRates() {
		// ten minutes after the end of the previous run, on any node
	}
	// end::interval[]

	// tag::retry[]
	@ClusterScheduled(name = "send-invoices", cron = "0 0 5 * * *", zone = "Europe/Berlin", maxAttempts = 5,
			retryDelay = "${invoices.retry-delay:30s}", retryMultiplier = 3, maxRetryDelay = "10m")
	public void sendInvoices() {
		// after a failure again 30 s, 90 s, 4.5 min and 10 min later, on any node
	}
	// end::retry[]

	// tag::operations[]
	public JobRun sendEmailsNow(ClusterJobs jobs) {
		jobs.resume("daily-customer-email");
		return jobs.runNow("daily-customer-email");
	}
	// end::operations[]

	private List<List<String>> batches() {
		return List.of();
	}

	private void send(List<String> customers, Object key, long token) {
		// marks each customer of the batch in the database, with key and token
	}

}
