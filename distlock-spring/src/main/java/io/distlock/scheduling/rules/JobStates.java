// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.rules;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one part of a state.
 *
 * @since 0.1.0
 */
public final class JobStates {

	private JobStates() {
	}

	/**
	 * Cut a time to what every store keeps of it.
	 * @param time the time
	 * @return the time in whole milliseconds
	 */
	public static Instant millis(Instant time) {
		return time.truncatedTo(ChronoUnit.MILLIS);
	}

	/**
	 * Begin a run of a fire time, or another attempt of it.
	 */
	static JobState begun(JobState state, JobRun run) {
		return state.withLastFireTime(run.fireTime()).withRunning(run).withRetry(null);
	}

	/**
	 * Give up the attempt that is planned: the fire time has failed.
	 */
	static JobState gaveUp(JobState state, Instant now) {
		return state.withRetry(null).withStatistics(state.statistics().ended(Outcome.FAILED, now));
	}

	/**
	 * End a pause: what came during it is over, fire times and attempts alike.
	 * @param state the state of a paused job
	 * @param now the store's clock
	 * @return the state
	 */
	public static JobState resumed(JobState state, Instant now) {
		JobState resumed = state.withPausedSince(null).withSince(now);
		JobRetry retry = state.retry();
		return (retry != null && !retry.at().isAfter(now)) ? gaveUp(resumed, now) : resumed;
	}

	/**
	 * Ask the current run to stop; if there is none, cancel the planned attempt.
	 * @param state the state
	 * @param now the store's clock
	 * @return the state; the same if there is nothing to stop
	 */
	public static JobState stopped(JobState state, Instant now) {
		boolean waits = state.running() == null && state.retry() != null;
		return waits ? gaveUp(state, now) : state.withStopping();
	}

	/**
	 * End what is running. The end lies after everything that happened before, also
	 * within the same millisecond.
	 */
	static JobState ended(JobState state, Instant now) {
		return state.withLastEnd(now.plusMillis(1));
	}

	static Instant earlier(Instant one, @Nullable Instant other) {
		return (other == null || one.isBefore(other)) ? one : other;
	}

	/**
	 * Return the later of two times.
	 * @param one a time
	 * @param other another one
	 * @return the later one
	 */
	public static Instant later(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

}
