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

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.trigger.JobTrigger;

/**
 * Changes of one part of a state.
 */
final class JobStates {

	private JobStates() {
	}

	/**
	 * Cut a time to what every store keeps of it.
	 */
	static Instant millis(Instant time) {
		return time.truncatedTo(ChronoUnit.MILLIS);
	}

	/**
	 * Register a trigger: fire times before now are not its own.
	 */
	static JobState registered(JobState state, JobTrigger trigger, Instant now) {
		return new JobState(trigger.registeredAt(now).text(), later(state.since(), now.minusMillis(1)),
				state.lastFireTime(), state.lastEnd(), state.running(), state.paused());
	}

	/**
	 * Begin a run of a fire time, or another attempt of it.
	 */
	static JobState begun(JobState state, JobRun run) {
		return new JobState(state.trigger(), state.since(), run.fireTime(), state.lastEnd(), run, state.paused());
	}

	/**
	 * Begin a run that is not one of the trigger.
	 */
	static JobState begunOnDemand(JobState state, JobRun run) {
		return new JobState(state.trigger(), state.since(), state.lastFireTime(), state.lastEnd(), run, state.paused());
	}

	/**
	 * End what is running. The end lies after everything that happened before, also
	 * within the same millisecond.
	 */
	static JobState ended(JobState state, Instant now) {
		return new JobState(state.trigger(), state.since(), state.lastFireTime(), now.plusMillis(1), null,
				state.paused());
	}

	/**
	 * Skip the fire times up to now.
	 */
	static JobState skippedTo(JobState state, Instant now) {
		return new JobState(state.trigger(), later(state.since(), now), state.lastFireTime(), state.lastEnd(),
				state.running(), state.paused());
	}

	static JobState paused(JobState state, boolean paused) {
		return new JobState(state.trigger(), state.since(), state.lastFireTime(), state.lastEnd(), state.running(),
				paused);
	}

	static Instant later(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

}
