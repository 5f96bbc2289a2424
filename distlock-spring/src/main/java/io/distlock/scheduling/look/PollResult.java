// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.look;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What came of one look at a job.
 *
 * @param next how long to wait for the next look
 * @param loose whether the next look may come as early as after half of that time, when
 * other jobs are looked at
 * @param untilFireTime how long it is to the next fire time, or {@code null} if that is
 * not known
 * @param due whether there is something to do that takes a thread of the application's
 * task scheduler
 * @param failure what the job threw, for the error handler of the task scheduler, or
 * {@code null}
 * @since 0.1.0
 */
public record PollResult(Duration next, boolean loose, @Nullable Duration untilFireTime, boolean due,
		@Nullable Throwable failure) {

	/**
	 * Look again after a time.
	 * @param next the time
	 * @return the result
	 */
	public static PollResult in(Duration next) {
		return new PollResult(next, false, null, false, null);
	}

	/**
	 * Look again at once.
	 * @return the result
	 */
	public static PollResult atOnce() {
		return in(Duration.ZERO);
	}

	/**
	 * Do what is due.
	 * @return the result
	 */
	public static PollResult toRun() {
		return new PollResult(Duration.ZERO, false, null, true, null);
	}

	/**
	 * Return the same with what the job threw.
	 * @param failure what it threw, or {@code null}
	 * @return the result
	 */
	public PollResult with(@Nullable Throwable failure) {
		return new PollResult(this.next, this.loose, this.untilFireTime, this.due, failure);
	}

}
