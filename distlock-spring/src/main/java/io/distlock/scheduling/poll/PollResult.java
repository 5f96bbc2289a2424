// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Result of polling a job.
 *
 * @param next time until the next poll
 * @param coalescable whether the next poll may take place after half of that time,
 * together with those of other jobs
 * @param due whether a run is due, which takes a thread of the application's task
 * scheduler
 * @param failure what the job threw, for the error handler of the task scheduler, or
 * {@code null}
 * @since 0.1.0
 */
public record PollResult(Duration next, boolean coalescable, boolean due, @Nullable Throwable failure) {

	/**
	 * Poll again at once.
	 */
	public static final PollResult AT_ONCE = in(Duration.ZERO);

	/**
	 * Run what is due.
	 */
	public static final PollResult TO_RUN = new PollResult(Duration.ZERO, false, true, null);

	/**
	 * Poll again after a time.
	 * @param next the time
	 * @return the result
	 */
	public static PollResult in(Duration next) {
		return new PollResult(next, false, false, null);
	}

	/**
	 * Return the same result with what the job threw, if it did.
	 * @param failure what it threw, or {@code null}
	 * @return the result
	 */
	public PollResult with(@Nullable Throwable failure) {
		return (failure == null) ? this : new PollResult(this.next, this.coalescable, this.due, failure);
	}

}
