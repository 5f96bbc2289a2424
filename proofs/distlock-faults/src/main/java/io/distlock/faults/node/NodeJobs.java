// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.io.IOException;
import java.util.Map;
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
 * Jobs of a few milliseconds. A run of two of them is never tried again; one of three
 * runs of the third fails, and one of twenty takes too long.
 *
 * @since 0.1.0
 */
public final class NodeJobs {

	private static final String REPEATED = "faults-retry";

	private static final int MAX_ATTEMPTS = 3;

	/**
	 * How often a fire time may be attempted, by the name of the job, where it is more
	 * than once.
	 */
	public static final Map<String, Integer> ATTEMPTS = Map.of(REPEATED, MAX_ATTEMPTS);

	private static final int LONGEST_MILLIS = 20;

	private static final long TOO_LONG_MILLIS = 1500;

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

	@ClusterScheduled(name = REPEATED, fixedRate = "700ms", maxAttempts = MAX_ATTEMPTS, retryDelay = "100ms",
			maxRunTime = "1s")
	void repeated() throws InterruptedException {
		this.log.write(this::run);
		int chance = ThreadLocalRandom.current().nextInt(60);
		if (chance < 3) {
			Thread.sleep(TOO_LONG_MILLIS);
		}
		if (chance < 20) {
			throw new IllegalStateException("On purpose");
		}
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
