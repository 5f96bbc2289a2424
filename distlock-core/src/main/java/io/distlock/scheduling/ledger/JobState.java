// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * State of one job, shared by the nodes of a cluster. All times are by the store's clock,
 * in milliseconds at least. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class JobState {

	/**
	 * The names of the {@link #values()}, in their order.
	 */
	public static final List<String> NAMES = List.of("trigger", "proposed", "since", "lastFireTime", "lastEnd",
			"pausedSince", "running", "stopping", "retry", "tally", "lastRun", "pausedBy", "pauseReason");

	/**
	 * The longest text of an error that is kept of the last run; its record in the
	 * history has all of it.
	 */
	public static final int MAX_LAST_ERROR_LENGTH = 200;

	/**
	 * How many bytes an entry may have in UTF-8, by the column of databases.
	 */
	private static final int MAX_BYTES = 3000;

	private static final JobState UNKNOWN = new JobState(RegisteredTrigger.unknown(), null, Instant.EPOCH, null, null,
			null, false, null, null, JobStatistics.none(), null);

	private static final int MOST_KNOWN = 500;

	/**
	 * States that were read or written lately, by their values: most of what a node reads
	 * has not changed since, or was written by the node itself.
	 */
	private static final Map<List<String>, JobState> KNOWN = new ConcurrentHashMap<>();

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

	private JobState(RegisteredTrigger trigger, @Nullable RegisteredTrigger proposed, Instant since,
			@Nullable Instant lastFireTime, @Nullable Instant lastEnd, @Nullable JobRun running, boolean stopping,
			@Nullable JobRetry retry, @Nullable JobPause pause, JobStatistics statistics, @Nullable JobRun lastRun) {
		if (running != null && running.hasEnded()) {
			throw new IllegalArgumentException("'running' must not have ended, but is " + running);
		}
		this.trigger = trigger;
		this.proposed = proposed;
		this.since = since;
		this.lastFireTime = lastFireTime;
		this.lastEnd = lastEnd;
		this.running = running;
		this.stopping = stopping;
		this.retry = retry;
		this.pause = pause;
		this.statistics = statistics;
		this.lastRun = lastRun;
	}

	/**
	 * Return the state of a job that the store does not know.
	 * @return the state
	 */
	public static JobState unknown() {
		return UNKNOWN;
	}

	/**
	 * Return this state with another trigger.
	 * @param trigger what fires the job
	 * @param proposed a trigger that waits to take its place, or {@code null}
	 * @return the state
	 */
	public JobState withTrigger(RegisteredTrigger trigger, @Nullable RegisteredTrigger proposed) {
		return new JobState(trigger, proposed, this.since, this.lastFireTime, this.lastEnd, this.running, this.stopping,
				this.retry, this.pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state with more fire times that are over.
	 * @param since fire times up to this one are over
	 * @return the state
	 */
	public JobState withSince(Instant since) {
		return new JobState(this.trigger, this.proposed, since.isAfter(this.since) ? since : this.since,
				this.lastFireTime, this.lastEnd, this.running, this.stopping, this.retry, this.pause, this.statistics,
				this.lastRun);
	}

	/**
	 * Return this state with other fire times.
	 * @param since fire times up to this one are over
	 * @param lastFireTime the latest fire time that was claimed, or {@code null}
	 * @return the state
	 */
	public JobState withFireTimes(Instant since, @Nullable Instant lastFireTime) {
		return new JobState(this.trigger, this.proposed, since, lastFireTime, this.lastEnd, this.running, this.stopping,
				this.retry, this.pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state with a run that has begun. One that was due claims its fire time,
	 * and is the attempt that was planned; one on demand leaves both as they are.
	 * @param run the run
	 * @return the state
	 */
	public JobState withRunning(JobRun run) {
		boolean due = !run.onDemand();
		return new JobState(this.trigger, this.proposed, this.since, due ? run.fireTime() : this.lastFireTime,
				this.lastEnd, run, false, due ? null : this.retry, this.pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state without a current run.
	 * @param lastEnd when the latest run ended, or {@code null}
	 * @return the state
	 */
	public JobState withLastEnd(@Nullable Instant lastEnd) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, lastEnd, null, false,
				this.retry, this.pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state with a run that was asked to stop.
	 * @return the state
	 */
	public JobState withStopping() {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.running != null, this.retry, this.pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state with another attempt that is planned, or without one.
	 * @param retry the attempt, or {@code null}
	 * @return the state
	 */
	public JobState withRetry(@Nullable JobRetry retry) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, retry, this.pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state paused or not. A pause that is known keeps who paused the job and
	 * why.
	 * @param since since when the job is paused, or {@code null}
	 * @return the state
	 */
	public JobState withPausedSince(@Nullable Instant since) {
		if (since == null) {
			return withPause(null);
		}
		return withPause((this.pause != null) ? this.pause.at(since) : new JobPause(since, null, null));
	}

	/**
	 * Return this state paused.
	 * @param since since when the job is paused
	 * @param by who paused it, or {@code null}
	 * @param reason why it was paused, or {@code null}
	 * @return the state
	 */
	public JobState withPause(Instant since, @Nullable String by, @Nullable String reason) {
		return withPause(new JobPause(since, by, reason));
	}

	private JobState withPause(@Nullable JobPause pause) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, pause, this.statistics, this.lastRun);
	}

	/**
	 * Return this state with the latest record, of a run that has ended or of fire times
	 * that were missed.
	 * @param run the record, of whose error the beginning is kept; or {@code null}
	 * @return the state
	 */
	public JobState withLastRun(@Nullable JobRun run) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, this.statistics,
				(run != null) ? run.withErrorUpTo(MAX_LAST_ERROR_LENGTH) : null);
	}

	/**
	 * Return this state with another statistics.
	 * @param statistics how the job has fared
	 * @return the state
	 */
	public JobState withStatistics(JobStatistics statistics) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, statistics, this.lastRun);
	}

	/**
	 * Return up to when fire times are over.
	 * @return the time
	 */
	public Instant over() {
		return (this.lastFireTime != null && this.lastFireTime.isAfter(this.since)) ? this.lastFireTime : this.since;
	}

	/**
	 * Return this state as text that people can read, each value without line breaks. A
	 * state that would be longer than 3,000 bytes is written without its last run, and
	 * then also without the texts of its pause.
	 * @return a value for each of the {@link #NAMES}
	 */
	public List<String> values() {
		List<String> values = values(this.lastRun, this.pause);
		if (fits(values)) {
			remember(values, this);
			return values;
		}
		List<String> shorter = values(null, this.pause);
		return fits(shorter) ? shorter : values(null, null);
	}

	private static boolean fits(List<String> values) {
		return TextParts.lines(NAMES, values).getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
	}

	private List<String> values(@Nullable JobRun last, @Nullable JobPause told) {
		return List.of(this.trigger.line(), (this.proposed != null) ? this.proposed.line() : "",
				TextParts.TIME.format(this.since), TextParts.of(this.lastFireTime), TextParts.of(this.lastEnd),
				TextParts.of(pausedSince()), (this.running != null) ? this.running.text() : TextParts.NONE,
				Boolean.toString(this.stopping), (this.retry != null) ? this.retry.text() : "", this.statistics.text(),
				line((last != null) ? last.text() : null), line((told != null) ? told.by() : null),
				line((told != null) ? told.reason() : null));
	}

	private static String line(@Nullable String text) {
		return (text != null) ? TextParts.line(text) : "";
	}

	/**
	 * Read a state. One that was read or written lately is not decoded again.
	 * @param values what {@link #values()} has returned
	 * @return the state
	 */
	public static JobState of(List<String> values) {
		JobState known = KNOWN.get(values);
		if (known == null) {
			known = decoded(values);
			remember(List.copyOf(values), known);
		}
		return known;
	}

	private static void remember(List<String> values, JobState state) {
		if (KNOWN.size() >= MOST_KNOWN) {
			KNOWN.clear();
		}
		KNOWN.put(values, state);
	}

	private static JobState decoded(List<String> values) {
		if (values.size() != NAMES.size()) {
			throw new IllegalArgumentException("%s is not a job state".formatted(values));
		}
		String proposed = values.get(1);
		String running = values.get(6);
		String retry = values.get(8);
		String last = values.get(10);
		return new JobState(RegisteredTrigger.of(values.get(0)),
				proposed.isEmpty() ? null : RegisteredTrigger.of(proposed), Instant.parse(values.get(2)),
				TextParts.time(values.get(3)), TextParts.time(values.get(4)),
				running.equals(TextParts.NONE) ? null : JobRun.of(running), Boolean.parseBoolean(values.get(7)),
				retry.isEmpty() ? null : JobRetry.of(retry), pause(values), JobStatistics.of(values.get(9)),
				last.isEmpty() ? null : JobRun.of(TextParts.text(last)));
	}

	private static @Nullable JobPause pause(List<String> values) {
		Instant since = TextParts.time(values.get(5));
		return (since != null) ? new JobPause(since, text(values.get(11)), text(values.get(12))) : null;
	}

	private static @Nullable String text(String line) {
		return line.isEmpty() ? null : TextParts.text(line);
	}

	/**
	 * Return the trigger that fires the job.
	 * @return the trigger
	 */
	public RegisteredTrigger trigger() {
		return this.trigger;
	}

	/**
	 * Return the trigger that waits to replace the current trigger.
	 * @return the trigger, or {@code null}
	 */
	public @Nullable RegisteredTrigger proposed() {
		return this.proposed;
	}

	/**
	 * Return the time up to which fire times are over because the job was not known, was
	 * paused, or was still running.
	 * @return the time
	 */
	public Instant since() {
		return this.since;
	}

	/**
	 * Return the latest fire time that was claimed.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant lastFireTime() {
		return this.lastFireTime;
	}

	/**
	 * Return when the latest run ended.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant lastEnd() {
		return this.lastEnd;
	}

	/**
	 * Return the run that was claimed and has not ended.
	 * @return the run, whose outcome is {@link JobRun.Outcome#RUNNING}, or {@code null}
	 */
	public @Nullable JobRun running() {
		return this.running;
	}

	/**
	 * Return whether the current run was requested to stop.
	 * @return whether it was
	 */
	public boolean stopping() {
		return this.stopping;
	}

	/**
	 * Return the planned attempt of the latest fire time.
	 * @return the attempt, or {@code null}
	 */
	public @Nullable JobRetry retry() {
		return this.retry;
	}

	/**
	 * Return since when the job is paused in the whole cluster.
	 * @return the time, or {@code null}
	 */
	public @Nullable Instant pausedSince() {
		return (this.pause != null) ? this.pause.since() : null;
	}

	/**
	 * Return who paused the job.
	 * @return the name, or {@code null} if the job is not paused or that is not known
	 */
	public @Nullable String pausedBy() {
		return (this.pause != null) ? this.pause.by() : null;
	}

	/**
	 * Return why the job was paused.
	 * @return the reason, or {@code null} if the job is not paused or that is not known
	 */
	public @Nullable String pauseReason() {
		return (this.pause != null) ? this.pause.reason() : null;
	}

	/**
	 * Return the latest record, of a run that has ended or of fire times that were
	 * missed.
	 * @return the record, with the beginning of its error; {@code null} if there is none,
	 * or if it is not known
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
	 * @return whether it is
	 */
	public boolean paused() {
		return this.pause != null;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof JobState that && this.trigger.equals(that.trigger)
				&& Objects.equals(this.proposed, that.proposed) && this.since.equals(that.since)
				&& Objects.equals(this.lastFireTime, that.lastFireTime) && Objects.equals(this.lastEnd, that.lastEnd)
				&& Objects.equals(this.running, that.running) && this.stopping == that.stopping
				&& Objects.equals(this.retry, that.retry) && Objects.equals(this.pause, that.pause)
				&& this.statistics.equals(that.statistics) && Objects.equals(this.lastRun, that.lastRun);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, this.statistics, this.lastRun);
	}

	@Override
	public String toString() {
		return "JobState[" + String.join(", ", values()) + "]";
	}

}
