// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Result of polling a job.
 *
 * @param next time until the next poll
 * @param coalescable {@code true} if the next poll may take place after half of that
 * time, together with other jobs
 * @param due {@code true} if a run is due, which needs a thread of the application's task
 * scheduler
 * @param failure the failure of the job for the error handler of the task scheduler, or
 * {@code null}
 */
record PollResult(Duration next, boolean coalescable, boolean due, @Nullable Throwable failure) {

	static final PollResult IMMEDIATELY = in(Duration.ZERO);

	static final PollResult TO_RUN = new PollResult(Duration.ZERO, false, true, null);

	static PollResult in(Duration next) {
		return new PollResult(next, false, false, null);
	}

	PollResult with(@Nullable Throwable failure) {
		return (failure == null) ? this : new PollResult(this.next, this.coalescable, this.due, failure);
	}

}
