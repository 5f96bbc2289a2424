// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * State of one job, shared by the nodes of a cluster. All times are by the store's clock,
 * with a precision of at least milliseconds. Immutable; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public final class JobState {

	/**
	 * Maximum length of the last run's error message, in characters; the history contains
	 * the complete message.
	 */
	public static final int MAX_LAST_ERROR_LENGTH = 200;

	private static final JobState UNKNOWN = new JobState(new Draft());

	private final RegisteredTrigger trigger;

	private final @Nullable RegisteredTrigger proposed;

	private final Instant since;

	private final @Nullable Instant lastFireTime;

	private final @Nullable Instant lastEnd;

	private final @Nullable JobRun running;

	private final boolean stopping;

	private final @Nullable JobRetry retry;

	private final @Nullable JobPause pause;

	private final JobStatistics statistics;

	private final @Nullable JobRun lastRun;

	/**
	 * Attributes that a later version of distlock has added, as text.
	 */
	private final List<String> unknownLines;

	private JobState(Draft draft) {
		if (draft.running != null && draft.running.hasEnded()) {
			throw new IllegalArgumentException("'running' must not have ended, but is " + draft.running);
		}
		this.trigger = draft.trigger;
		this.proposed = draft.proposed;
		this.since = draft.since;
		this.lastFireTime = draft.lastFireTime;
		this.lastEnd = draft.lastEnd;
		this.running = draft.running;
		this.stopping = draft.stopping;
		this.retry = draft.retry;
		this.pause = draft.pause;
		this.statistics = draft.statistics;
		this.lastRun = draft.lastRun;
		this.unknownLines = draft.unknownLines;
	}

	/**
	 * Return the state of an unknown job.
	 * @return the state
	 */
	public static JobState unknown() {
		return UNKNOWN;
	}

	/**
	 * Return this state with other triggers.
	 * @param trigger the current trigger
	 * @param proposed the trigger that will replace the current trigger, or {@code null}
	 * @return the state
	 */
	public JobState withTrigger(RegisteredTrigger trigger, @Nullable RegisteredTrigger proposed) {
		Draft draft = new Draft(this);
		draft.trigger = trigger;
		draft.proposed = proposed;
		return new JobState(draft);
	}

	/**
	 * Return this state with a later end of processed fire times.
	 * @param since fire times up to and including this time are over
	 * @return the state
	 */
	public JobState withSince(Instant since) {
		return withFireTimes(since.isAfter(this.since) ? since : this.since, this.lastFireTime);
	}

	/**
	 * Return this state with other fire times.
	 * @param since fire times up to and including this time are over
	 * @param lastFireTime the last claimed fire time, or {@code null}
	 * @return the state
	 */
	public JobState withFireTimes(Instant since, @Nullable Instant lastFireTime) {
		Draft draft = new Draft(this);
		draft.since = since;
		draft.lastFireTime = lastFireTime;
		return new JobState(draft);
	}

	/**
	 * Return this state with an active run. A due run claims its fire time and completes
	 * the planned retry; a run on demand leaves fire time and retry unchanged.
	 * @param run the run
	 * @return the state
	 */
	public JobState withRunning(JobRun run) {
		Draft draft = new Draft(this);
		draft.running = run;
		draft.stopping = false;
		if (!run.onDemand()) {
			draft.lastFireTime = run.fireTime();
			draft.retry = null;
		}
		return new JobState(draft);
	}

	/**
	 * Return this state without an active run.
	 * @param lastEnd the end of the last run, or {@code null}
	 * @return the state
	 */
	public JobState withLastEnd(@Nullable Instant lastEnd) {
		Draft draft = new Draft(this);
		draft.lastEnd = lastEnd;
		draft.running = null;
		draft.stopping = false;
		return new JobState(draft);
	}

	/**
	 * Return this state with a stop request for the active run.
	 * @return the state
	 */
	public JobState withStopping() {
		Draft draft = new Draft(this);
		draft.stopping = this.running != null;
		return new JobState(draft);
	}

	/**
	 * Return this state with or without a planned retry.
	 * @param retry the retry, or {@code null}
	 * @return the state
	 */
	public JobState withRetry(@Nullable JobRetry retry) {
		Draft draft = new Draft(this);
		draft.retry = retry;
		return new JobState(draft);
	}

	/**
	 * Return this state with or without a pause. An existing pause keeps its user and
	 * reason.
	 * @param since the start of the pause, or {@code null} for no pause
	 * @return the state
	 */
	public JobState withPausedSince(@Nullable Instant since) {
		if (since == null) {
			return withPause(null);
		}
		return withPause((this.pause != null) ? this.pause.at(since) : new JobPause(since, null, null));
	}

	/**
	 * Return this state with a pause.
	 * @param since the start of the pause
	 * @param by the name of the pausing user, or {@code null}
	 * @param reason the reason of the pause, or {@code null}
	 * @return the state
	 */
	public JobState withPause(Instant since, @Nullable String by, @Nullable String reason) {
		return withPause(new JobPause(since, by, reason));
	}

	private JobState withPause(@Nullable JobPause pause) {
		Draft draft = new Draft(this);
		draft.pause = pause;
		return new JobState(draft);
	}

	/**
	 * Return this state with the last record, of an ended run or of missed fire times.
	 * @param run the record, whose error message is truncated, or {@code null}
	 * @return the state
	 */
	public JobState withLastRun(@Nullable JobRun run) {
		Draft draft = new Draft(this);
		draft.lastRun = (run != null) ? run.withErrorUpTo(MAX_LAST_ERROR_LENGTH) : null;
		return new JobState(draft);
	}

	/**
	 * Return this state with other statistics.
	 * @param statistics the statistics
	 * @return the state
	 */
	public JobState withStatistics(JobStatistics statistics) {
		Draft draft = new Draft(this);
		draft.statistics = statistics;
		return new JobState(draft);
	}

	/**
	 * Return the time up to which fire times are over.
	 * @return the time
	 */
	public Instant over() {
		return (this.lastFireTime != null && this.lastFireTime.isAfter(this.since)) ? this.lastFireTime : this.since;
	}

	/**
	 * Return the current trigger.
	 * @return the trigger
	 */
	public RegisteredTrigger trigger() {
		return this.trigger;
	}

	/**
	 * Return the trigger that will replace the current trigger.
	 * @return the trigger, or {@code null}
	 */
	public @Nullable RegisteredTrigger proposed() {
		return this.proposed;
	}

	/**
	 * Return the time up to which fire times are over because the job was unknown, was
	 * paused, or was still running.
	 * @return the time
	 */
	public Instant since() {
		return this.since;
	}

	/**
	 * Return the last claimed fire time.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant lastFireTime() {
		return this.lastFireTime;
	}

	/**
	 * Return the end of the last run.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant lastEnd() {
		return this.lastEnd;
	}

	/**
	 * Return the claimed run that has not ended.
	 * @return the run with the outcome {@link JobRun.Outcome#RUNNING}, or {@code null}
	 */
	public @Nullable JobRun running() {
		return this.running;
	}

	/**
	 * Return whether the active run was requested to stop.
	 * @return {@code true} after a stop request
	 */
	public boolean stopping() {
		return this.stopping;
	}

	/**
	 * Return the planned retry of the last fire time.
	 * @return the retry, or {@code null}
	 */
	public @Nullable JobRetry retry() {
		return this.retry;
	}

	/**
	 * Return the start of the cluster-wide pause.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant pausedSince() {
		return (this.pause != null) ? this.pause.since() : null;
	}

	/**
	 * Return the name of the pausing user.
	 * @return the name, or {@code null} if unknown or if the job is not paused
	 */
	public @Nullable String pausedBy() {
		return (this.pause != null) ? this.pause.by() : null;
	}

	/**
	 * Return the reason of the pause.
	 * @return the reason, or {@code null} if unknown or if the job is not paused
	 */
	public @Nullable String pauseReason() {
		return (this.pause != null) ? this.pause.reason() : null;
	}

	/**
	 * Return the last record, of an ended run or of missed fire times.
	 * @return the record with a truncated error message, or {@code null} if unknown or if
	 * there is no record
	 */
	public @Nullable JobRun lastRun() {
		return this.lastRun;
	}

	/**
	 * Return the statistics of the job.
	 * @return the statistics
	 */
	public JobStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Return whether the job is paused.
	 * @return {@code true} if the job is paused
	 */
	public boolean paused() {
		return this.pause != null;
	}

	List<String> unknownLines() {
		return this.unknownLines;
	}

	private List<@Nullable Object> attributes() {
		return Arrays.asList(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof JobState that && attributes().equals(that.attributes());
	}

	@Override
	public int hashCode() {
		return attributes().hashCode();
	}

	@Override
	public String toString() {
		return "JobState" + attributes();
	}

	/**
	 * Attributes of a new or changed state. Used by one thread.
	 */
	static final class Draft {

		RegisteredTrigger trigger;

		@Nullable RegisteredTrigger proposed;

		Instant since;

		@Nullable Instant lastFireTime;

		@Nullable Instant lastEnd;

		@Nullable JobRun running;

		boolean stopping;

		@Nullable JobRetry retry;

		@Nullable JobPause pause;

		JobStatistics statistics;

		@Nullable JobRun lastRun;

		List<String> unknownLines;

		/**
		 * Create the draft of an unknown job.
		 */
		Draft() {
			this.trigger = RegisteredTrigger.unknown();
			this.since = Instant.EPOCH;
			this.statistics = JobStatistics.none();
			this.unknownLines = List.of();
		}

		/**
		 * Create a draft with the attributes of a state.
		 */
		Draft(JobState state) {
			this.trigger = state.trigger;
			this.proposed = state.proposed;
			this.since = state.since;
			this.lastFireTime = state.lastFireTime;
			this.lastEnd = state.lastEnd;
			this.running = state.running;
			this.stopping = state.stopping;
			this.retry = state.retry;
			this.pause = state.pause;
			this.statistics = state.statistics;
			this.lastRun = state.lastRun;
			this.unknownLines = state.unknownLines;
		}

		/**
		 * Return the state.
		 * @throws IllegalArgumentException if the active run has ended
		 */
		JobState state() {
			return new JobState(this);
		}

	}

}
