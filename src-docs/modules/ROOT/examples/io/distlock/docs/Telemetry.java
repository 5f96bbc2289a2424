// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ledger.JobRun;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/**
 * What code does for its metrics.
 */
@Service
public class Telemetry {

	private final LockTemplate lockTemplate;

	private final List<String> alarms = new CopyOnWriteArrayList<>();

	public Telemetry(LockTemplate lockTemplate) {
		this.lockTemplate = lockTemplate;
	}

	// tag::name[]
	public String ship(long order) {
		LockRequest request = LockRequest.of("order:" + order).name("order");
		return this.lockTemplate.execute(request, (lock) -> "shipped with token " + lock.fencingToken());
	}
	// end::name[]

	// tag::event[]
	@EventListener
	void ended(ClusterJobRunEvent event) {
		if (event.run().outcome() != JobRun.Outcome.SUCCEEDED && event.retry() == null) {
			alarm("Job %s: %s".formatted(event.job(), event.run().error()));
		}
	}
	// end::event[]

	private void alarm(String message) {
		this.alarms.add(message);
	}

	public List<String> alarms() {
		return this.alarms;
	}

}
