// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.report;

import java.time.Duration;
import java.util.List;

import io.distlock.annotation.ClusterConcurrencyLimit;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Makes reports. Each of them is a burden for the database, so all nodes together make
 * two at a time; those who come later wait.
 */
@Service
public class Reports {

	private final ReportStore store;

	private final Duration takes;

	private final String node;

	Reports(ReportStore store, @Value("${shop.reports.takes}") Duration takes,
			@Value("${distlock.node-name}") String node) {
		this.store = store;
		this.takes = takes;
		this.node = node;
	}

	@ClusterConcurrencyLimit(name = "reports", permits = 2)
	public Report create() {
		long id = this.store.begin(this.node);
		work();
		return this.store.end(id);
	}

	List<Report> last() {
		return this.store.last();
	}

	private void work() {
		try {
			Thread.sleep(this.takes.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while a report was made; ask for it again", ex);
		}
	}

}
