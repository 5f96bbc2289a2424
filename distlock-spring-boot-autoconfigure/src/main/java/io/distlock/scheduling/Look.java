package io.distlock.scheduling;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What came of one look at a job.
 *
 * @param next how long to wait for the next look
 * @param untilFireTime how long it is to the next fire time, or {@code null} if that is
 * not known
 * @param failure what the job threw, for the error handler of the task scheduler, or
 * {@code null}
 */
record Look(Duration next, @Nullable Duration untilFireTime, @Nullable Throwable failure) {

	static Look in(Duration next) {
		return new Look(next, null, null);
	}

	static Look atOnce() {
		return in(Duration.ZERO);
	}

}
