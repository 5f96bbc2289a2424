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

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.rules.JobStep;
import org.jspecify.annotations.Nullable;

/**
 * How long a node waits between its looks at a job.
 */
final class PollInterval {

	private static final Duration PAUSED = Duration.ofSeconds(5);

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final Duration LONGEST_BUSY = Duration.ofMillis(500);

	private static final Duration LONGEST_FAILED = Duration.ofSeconds(5);

	private static final int BUSY_LOOKS_PER_LEASE = 20;

	private final Duration leaseTime;

	/**
	 * Within this time a node notices what others changed: a pause, a trigger.
	 */
	private final Duration housekeeping;

	private int failures;

	PollInterval(Duration leaseTime, Duration housekeeping) {
		this.leaseTime = leaseTime;
		this.housekeeping = housekeeping;
	}

	/**
	 * Wait for the next fire time.
	 */
	PollResult rest(JobStep.Rest rest, Instant now) {
		Duration until = until(rest.nextFireTime(), now);
		Duration longest = rest.paused() ? shorter(PAUSED, this.housekeeping) : this.housekeeping;
		Duration other = until(rest.lookAt(), now);
		Duration next = (other != null) ? shorter(longest, longer(other, SHORTEST)) : longest;
		return new PollResult((until != null) ? shorter(until, next) : next, until, null);
	}

	/**
	 * Wait while another node runs the job: for a short time if there will be something
	 * to do, else until it is likely that the other node is noticed to be dead.
	 */
	PollResult busy(JobStep.TryLock step, Instant now) {
		Duration until = until(step.nextFireTime(), now);
		if (step.urgent()) {
			Duration soon = this.leaseTime.dividedBy(BUSY_LOOKS_PER_LEASE);
			return new PollResult(longer(shorter(soon, LONGEST_BUSY), SHORTEST), until, null);
		}
		Duration next = longer(shorter(this.leaseTime, this.housekeeping), SHORTEST);
		return new PollResult((until != null) ? shorter(until, next) : next, until, null);
	}

	Duration failed() {
		this.failures++;
		return shorter(SHORTEST.multipliedBy(1L << Math.min(this.failures - 1, 10)), LONGEST_FAILED);
	}

	void succeeded() {
		this.failures = 0;
	}

	int failures() {
		return this.failures;
	}

	private static @Nullable Duration until(@Nullable Instant time, Instant now) {
		return (time != null) ? longer(Duration.between(now, time), Duration.ZERO) : null;
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

}
