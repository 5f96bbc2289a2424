// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;

import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.JobTrigger.Stretch;
import io.distlock.internal.scheduling.trigger.JobTriggers;
import io.distlock.internal.task.Durations;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Determines the fire times of a job that are due, over or missed. All times are by the
 * store's clock.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class DueTimes {

	private final JobState state;

	private final Instant now;

	private final Duration misfireThreshold;

	private final @Nullable JobTrigger trigger;

	/**
	 * Fire times up to and including this time are over.
	 */
	private final Instant over;

	/**
	 * Fire times up to and including this time are too late to start.
	 */
	private final Instant tooLate;

	DueTimes(JobState state, Instant now, Duration misfireThreshold) {
		this.state = state;
		this.now = now;
		this.misfireThreshold = misfireThreshold;
		this.trigger = JobTriggers.parse(state.trigger());
		this.over = state.over();
		this.tooLate = now.minus(misfireThreshold).minusMillis(1);
	}

	/**
	 * Find the next fire time, which is later than all claimed fire times.
	 * @param state the state of the job
	 * @param now the store's clock
	 * @return the fire time, or {@code null} if there is none or the fire time is unknown
	 */
	public static @Nullable Instant next(JobState state, Instant now) {
		return nextAfter(state, later(now, state.over()));
	}

	private static @Nullable Instant nextAfter(JobState state, Instant time) {
		JobTrigger known = JobTriggers.parse(state.trigger());
		return (known != null) ? known.next(state, time) : null;
	}

	/**
	 * Find the longest-waiting fire time or retry. If the store's clock was too far
	 * ahead, this is the first fire time by the correct clock, which may already have run
	 * by the wrong clock.
	 * @param entry the entry of the job
	 * @return the time, or {@code null} if nothing waits
	 */
	public static @Nullable Instant overdue(JobEntry entry) {
		JobState state = entry.state();
		Instant waiting = (state.paused() || state.running() != null) ? null
				: earlier(waiting(state, entry.now()), retryAt(state, JobTriggers.parse(state.trigger())));
		return (waiting != null && !waiting.isAfter(entry.now())) ? waiting : null;
	}

	private static @Nullable Instant waiting(JobState state, Instant now) {
		Instant lastEnd = state.lastEnd();
		return (lastEnd != null && isBlocked(state, now)) ? nextAfter(state, lastEnd) : nextAfter(state, state.over());
	}

	/**
	 * Return whether future fire times count as completed, because these fire times ran
	 * while the store's clock was ahead. The fire times run after the job is resumed.
	 * @param state the state of the job
	 * @param now the store's clock
	 * @return {@code true} if the job waits until these fire times have passed
	 */
	public static boolean isBlocked(JobState state, Instant now) {
		JobTrigger known = FutureTimes.isAhead(state.lastFireTime(), now) ? JobTriggers.parse(state.trigger()) : null;
		return known != null && known.restartedAt(now) == null && known.next(state, state.over()) != null;
	}

	/**
	 * Find the latest time of a job that is too far ahead, because the store's clock was
	 * or is wrong.
	 * @param entry the entry of the job
	 * @return the time, or {@code null} without such a time
	 */
	public static @Nullable Instant ahead(JobEntry entry) {
		return FutureTimes.latest(entry);
	}

	private static @Nullable Instant retryAt(JobState state, @Nullable JobTrigger trigger) {
		JobRetry retry = state.retry();
		return (retry != null && trigger != null) ? retry.at() : null;
	}

	/**
	 * Find the first fire time that is not over.
	 */
	@Nullable Instant pending() {
		return (this.trigger != null) ? this.trigger.next(this.state, this.over) : null;
	}

	/**
	 * Return the time of the planned retry; {@code null} also if this version does not
	 * support the trigger.
	 */
	@Nullable Instant retryAt() {
		return retryAt(this.state, this.trigger);
	}

	/**
	 * Find the latest due fire time that may still start.
	 */
	@Nullable Instant due() {
		return (this.trigger != null) ? this.trigger.due(this.state, later(this.over, this.tooLate), this.now) : null;
	}

	/**
	 * Find the due retry that may still start.
	 */
	@Nullable JobRetry dueRetry() {
		JobRetry retry = this.state.retry();
		boolean due = retry != null && !retry.at().isAfter(this.now) && retry.at().isAfter(this.tooLate);
		return (due && this.trigger != null) ? retry : null;
	}

	/**
	 * Find the retry that is too late to start.
	 */
	@Nullable JobRetry lateRetry() {
		JobRetry retry = this.state.retry();
		return (retry != null && !retry.at().isAfter(this.tooLate)) ? retry : null;
	}

	/**
	 * Find the fire times that are too late to start.
	 */
	@Nullable Stretch missed() {
		return passed(this.tooLate);
	}

	/**
	 * Find the fire times up to a time that are not over.
	 */
	@Nullable Stretch passed(Instant until) {
		return (this.trigger != null && this.over.isBefore(until)) ? this.trigger.between(this.over, until) : null;
	}

	JobRun missed(Stretch missed) {
		return JobRun.notRun(missed.first(), missed.last(), Outcome.MISSED,
				"%d fire times did not start within %s, the last one at %s".formatted(missed.count(),
						Durations.text(this.misfireThreshold), missed.last()));
	}

	/**
	 * Create a record for fire times that are replaced by a later fire time.
	 */
	static JobRun overtaken(Stretch passed) {
		return JobRun.notRun(passed.first(), passed.last(), Outcome.MISSED,
				"%d fire times passed while no node could start a run, the last one at %s; a later one starts instead"
					.formatted(passed.count(), passed.last()));
	}

	JobRun late(JobRetry retry) {
		return notTried(retry, "did not start within " + Durations.text(this.misfireThreshold));
	}

	/**
	 * Create a record for a planned attempt that is not made.
	 */
	JobRun notTried(JobRetry retry, String why) {
		return new JobRun(retry.fireTime(), 0, "-", 0, retry.at(), this.now, Outcome.MISSED,
				"Attempt %d, planned for %s, %s".formatted(retry.attempt(), retry.at(), why));
	}

	/**
	 * Create a record for skipped fire times. Fire times skipped by consecutive runs have
	 * a common record.
	 */
	static JobRun skipped(JobStatistics statistics, Stretch skipped) {
		Instant since = statistics.skippingSince();
		return JobRun.notRun((since != null) ? since : skipped.first(), skipped.last(), Outcome.SKIPPED,
				"Fire times came while a run was in progress, the last one at %s".formatted(skipped.last()));
	}

	/**
	 * Find a time for a run on demand that differs from all fire times and earlier runs.
	 */
	Instant timeOnDemand() {
		Instant lastEnd = this.state.lastEnd();
		Instant time = (lastEnd != null) ? later(this.now, lastEnd) : this.now;
		while (time.equals(this.state.lastFireTime()) || isFireTime(time)) {
			time = time.plusMillis(1);
		}
		return time;
	}

	private boolean isFireTime(Instant time) {
		return this.trigger != null && time.equals(this.trigger.next(this.state, time.minusMillis(1)));
	}

	static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return one.isBefore(other) ? one : other;
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
