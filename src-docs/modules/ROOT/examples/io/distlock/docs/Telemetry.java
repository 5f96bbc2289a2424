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
