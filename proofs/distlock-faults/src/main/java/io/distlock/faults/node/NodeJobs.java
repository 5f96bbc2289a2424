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

package io.distlock.faults.node;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.scheduling.ClusterJobContext;

/**
 * Jobs of a few milliseconds, each of which may run once.
 */
final class NodeJobs {

	private static final int LONGEST_MILLIS = 20;

	private final NodeLog log;

	NodeJobs(NodeLog log) {
		this.log = log;
	}

	@ClusterScheduled(name = "faults-rate", fixedRate = "300ms")
	void rate() {
		this.log.write(this::run);
	}

	@ClusterScheduled(name = "faults-delay", fixedDelay = "200ms")
	void delay() {
		this.log.write(this::run);
	}

	private void run(EventLog log) throws IOException {
		ClusterJobContext run = ClusterJobContext.current().orElseThrow();
		log.append(event(EventType.RUN_START, run));
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS)));
		log.append(event(EventType.RUN_END, run));
	}

	private static Event event(EventType type, ClusterJobContext run) {
		return Events.job(type, run.jobName(), run.fireTime().toString(), run.fencingToken());
	}

}
