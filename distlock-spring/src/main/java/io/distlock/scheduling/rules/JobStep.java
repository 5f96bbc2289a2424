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

package io.distlock.scheduling.rules;

import java.time.Instant;
import java.util.List;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * What a node does next about a job that it does not hold the lock of.
 *
 * @since 0.1.0
 */
public sealed interface JobStep {

	/**
	 * Change the entry, and look again.
	 *
	 * @param state the new state
	 * @param records the records that belong to it
	 */
	record Register(JobState state, List<JobRun> records) implements JobStep {

	}

	/**
	 * Try to take the lock.
	 *
	 * @param urgent whether there is something to run for the one that gets the lock
	 * @param nextFireTime the next fire time, or {@code null}
	 */
	record TryLock(boolean urgent, @Nullable Instant nextFireTime) implements JobStep {

	}

	/**
	 * Look again at the next fire time.
	 *
	 * @param nextFireTime the next fire time, or {@code null}
	 * @param lookAt when there is something else to do, or {@code null}
	 * @param paused whether the job is paused
	 */
	record Rest(@Nullable Instant nextFireTime, @Nullable Instant lookAt, boolean paused) implements JobStep {

	}

}
