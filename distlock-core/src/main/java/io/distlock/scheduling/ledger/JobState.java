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

package io.distlock.scheduling.ledger;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What the nodes of a cluster agree on about one job. All times are by the store's clock,
 * in milliseconds at least.
 *
 * @param trigger what fires the job, as text that every node understands; empty if the
 * job is not known yet
 * @param since fire times up to this one are over, be it that the job was not known, was
 * paused, or was still running
 * @param lastFireTime the latest fire time that was claimed, or {@code null}
 * @param lastEnd when the latest run ended, or {@code null}
 * @param running the run that was claimed and has not ended, or {@code null}; its outcome
 * is {@link JobRun.Outcome#RUNNING}
 * @param paused whether the job is paused in the whole cluster
 * @since 0.1.0
 */
public record JobState(String trigger, Instant since, @Nullable Instant lastFireTime, @Nullable Instant lastEnd,
		@Nullable JobRun running, boolean paused) {

	private static final JobState UNKNOWN = new JobState("", Instant.EPOCH, null, null, null, false);

	/**
	 * Create a state.
	 * @throws IllegalArgumentException if the running run has ended
	 */
	public JobState {
		if (running != null && (running.outcome() != JobRun.Outcome.RUNNING || running.endedAt() != null
				|| running.error() != null)) {
			throw new IllegalArgumentException("'running' must not have ended, but is " + running);
		}
	}

	/**
	 * Return the state of a job that the store does not know.
	 * @return the state
	 */
	public static JobState unknown() {
		return UNKNOWN;
	}

}
