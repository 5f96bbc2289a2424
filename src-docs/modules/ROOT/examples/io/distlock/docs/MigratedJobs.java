// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * What jobs look like that another scheduler ran before.
 */
@Component
public class MigratedJobs {

	final Due reports = new Due();

	final List<String> sent = new CopyOnWriteArrayList<>();

	// tag::quartz-job[]
	@Scheduled(cron = "0 15 10 * * MON-FRI", zone = "Europe/Berlin")
	@ClusterScheduled(name = "statements", misfireThreshold = "2h", maxAttempts = 3, retryDelay = "1m")
	public void sendStatements() {
		ClusterJobContext run = ClusterJobContext.current().orElseThrow();
		if (run.attempt() > 1) {
			// an attempt before this one failed, or its node died: send what is left
		}
	}
	// end::quartz-job[]

	// tag::quartz-runtime[]
	@Scheduled(cron = "0 * * * * *")
	@ClusterScheduled(name = "customer-reports")
	public void sendReports() {
		for (long customer : this.reports.due()) {
			report(customer);
			this.reports.done(customer);
		}
	}
	// end::quartz-runtime[]

	// tag::db-scheduler-recurring[]
	@Scheduled(fixedDelay = 3_600_000)
	@ClusterScheduled(name = "cleanup")
	public void cleanUp() {
		// an hour after the last run has ended, on whichever node
	}
	// end::db-scheduler-recurring[]

	private void report(long customer) {
		this.sent.add("report " + customer);
	}

	/**
	 * The table of the application.
	 */
	static final class Due {

		private final Set<Long> waiting = ConcurrentHashMap.newKeySet();

		void add(long id) {
			this.waiting.add(id);
		}

		List<Long> due() {
			return List.copyOf(this.waiting);
		}

		void done(long id) {
			this.waiting.remove(id);
		}

	}

}
