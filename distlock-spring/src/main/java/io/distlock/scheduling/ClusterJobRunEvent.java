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

package io.distlock.scheduling;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Published once when a run of a job ended, and its record is written: on the node that
 * ran it, or, of a run whose node is gone, on the node that noticed. A node that dies
 * between the record and the event, or cannot find out whether it wrote the record,
 * publishes none. Listeners are called on the thread of the job, before its next run; a
 * slow one belongs on a thread of its own.
 *
 * @param job the name of the job
 * @param run the record, with its end and its outcome
 * @param retry the next attempt of its fire time, which is planned or has begun;
 * {@code null} if there is none
 * @since 0.1.0
 */
public record ClusterJobRunEvent(String job, JobRun run, @Nullable JobRetry retry) {

	/**
	 * Create an event of a run that is not tried again.
	 * @param job the name of the job
	 * @param run the record
	 */
	public ClusterJobRunEvent(String job, JobRun run) {
		this(job, run, null);
	}

}
