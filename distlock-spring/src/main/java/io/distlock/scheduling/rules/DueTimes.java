// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.rules;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.JobTrigger.Stretch;
import io.distlock.scheduling.trigger.JobTriggers;
import org.jspecify.annotations.Nullable;

/**
 * Finds which fire times of a job are due, over or missed. All times are by the store's
 * clock.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param misfireThreshold how late a fire time may start
 * @since 0.1.0
 */
public record DueTimes(Duration misfireThreshold) {

	/**
	 * Find the next fire time.
	 * @param entry what is known of the job
	 * @return the fire time, or {@code null} if there is none, or if it is not known
	 */
	public static @Nullable Instant next(JobEntry entry) {
		return next(entry.state(), entry.now());
	}

	static @Nullable Instant next(JobState state, Instant now) {
		JobTrigger known = trigger(state);
		return (known != null) ? known.next(state, now) : null;
	}

	static @Nullable JobTrigger trigger(JobState state) {
		return JobTriggers.parse(state.trigger().text());
	}

	/**
	 * Find the fire time, or the time of another attempt, that has been waiting for
	 * longest.
	 * @param entry what is known of the job
	 * @return the time, or {@code null} if none waits
	 */
	public static @Nullable Instant overdue(JobEntry entry) {
		JobState state = entry.state();
		JobTrigger known = trigger(state);
		if (known == null || state.paused() || state.running() != null) {
			return null;
		}
		Instant first = known.next(state, over(state));
		JobRetry retry = state.retry();
		Instant waiting = (retry != null) ? JobStates.earlier(retry.at(), first) : first;
		return (waiting != null && !waiting.isAfter(entry.now())) ? waiting : null;
	}

	/**
	 * Find the latest fire time that is due and may still start.
	 */
	@Nullable Instant due(JobState state, Instant now) {
		JobTrigger known = trigger(state);
		if (known == null) {
			return null;
		}
		return known.due(state, JobStates.later(over(state), tooLate(now)), now);
	}

	/**
	 * Find the attempt that is due, and may still start.
	 */
	@Nullable JobRetry dueRetry(JobState state, Instant now) {
		JobRetry retry = state.retry();
		boolean due = retry != null && !retry.at().isAfter(now) && trigger(state) != null;
		return (due && lateRetry(state, now) == null) ? retry : null;
	}

	/**
	 * Find the attempt that can start no more.
	 */
	@Nullable JobRetry lateRetry(JobState state, Instant now) {
		JobRetry retry = state.retry();
		return (retry != null && !retry.at().isAfter(tooLate(now))) ? retry : null;
	}

	/**
	 * Return up to when fire times are too late to start.
	 */
	private Instant tooLate(Instant now) {
		return now.minus(this.misfireThreshold).minusMillis(1);
	}

	/**
	 * Return up to when fire times are over.
	 */
	private static Instant over(JobState state) {
		Instant last = state.lastFireTime();
		return (last != null) ? JobStates.later(state.since(), last) : state.since();
	}

	/**
	 * Find fire times that can start no more.
	 */
	@Nullable Stretch missed(JobState state, Instant now) {
		return passed(state, tooLate(now));
	}

	/**
	 * Find fire times up to a time that are not over.
	 */
	@Nullable Stretch passed(JobState state, Instant until) {
		JobTrigger known = trigger(state);
		Instant after = over(state);
		return (known == null || !after.isBefore(until)) ? null : known.between(after, until);
	}

	JobRun missed(Stretch missed) {
		return JobRun.notRun(missed.first(), missed.last(), Outcome.MISSED,
				"%d fire times did not start within %s, the last one at %s".formatted(missed.count(),
						this.misfireThreshold, missed.last()));
	}

	/**
	 * Record fire times in whose place a later one starts.
	 */
	static JobRun overtaken(Stretch passed) {
		return JobRun.notRun(passed.first(), passed.last(), Outcome.MISSED,
				"%d fire times passed while no node could start a run, the last one at %s; a later one starts instead"
					.formatted(passed.count(), passed.last()));
	}

	JobRun late(JobRetry retry, Instant now) {
		return notTried(retry, now, "did not start within " + this.misfireThreshold);
	}

	/**
	 * Record an attempt that was planned and is not made.
	 */
	static JobRun notTried(JobRetry retry, Instant now, String why) {
		return new JobRun(retry.fireTime(), 0, "-", 0, retry.at(), now, Outcome.MISSED,
				"Attempt %d, planned for %s, %s".formatted(retry.attempt(), retry.at(), why));
	}

	/**
	 * Fire times that runs in a row have skipped are one record.
	 */
	JobRun skipped(JobStatistics statistics, Stretch skipped) {
		Instant since = statistics.skippingSince();
		return JobRun.notRun((since != null) ? since : skipped.first(), skipped.last(), Outcome.SKIPPED,
				"Fire times came while a run was in progress, the last one at %s".formatted(skipped.last()));
	}

	/**
	 * Choose a time that is no fire time of the trigger, and not that of an earlier run.
	 */
	Instant timeOnDemand(JobState state, Instant now) {
		Instant lastEnd = state.lastEnd();
		Instant time = (lastEnd != null) ? JobStates.later(now, lastEnd) : now;
		JobTrigger trigger = trigger(state);
		while (time.equals(state.lastFireTime()) || isFireTime(trigger, state, time)) {
			time = time.plusMillis(1);
		}
		return time;
	}

	private static boolean isFireTime(@Nullable JobTrigger trigger, JobState state, Instant time) {
		return trigger != null && time.equals(trigger.next(state, time.minusMillis(1)));
	}

}
