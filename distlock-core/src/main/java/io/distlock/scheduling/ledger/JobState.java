// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

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
	 * Names of the {@link #values()}, in order.
	 */
	public static final List<String> NAMES = List.of("trigger", "proposed", "since", "lastFireTime", "lastEnd",
			"pausedSince", "running", "stopping", "retry", "tally", "lastRun", "pausedBy", "pauseReason", "format");

	/**
	 * Version of this format. A higher version is written if an older version of distlock
	 * must not change the job.
	 */
	private static final String FORMAT = "1";

	/**
	 * Maximum length of the last run's error message, in characters; the history contains
	 * the complete message.
	 */
	public static final int MAX_LAST_ERROR_LENGTH = 200;

	/**
	 * Maximum size of an entry in bytes of UTF-8, limited by the column of databases.
	 */
	private static final int MAX_BYTES = 3000;

	private static final JobState UNKNOWN = new JobState(RegisteredTrigger.unknown(), null, Instant.EPOCH, null, null,
			null, false, null, null, JobStatistics.none(), null, List.of());

	private static final int CACHE_SIZE = 500;

	/**
	 * Recently read or written states by their values. Most states that a node reads are
	 * unchanged or were written by the node itself.
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

	/**
	 * Attributes that a later version of distlock has added, as text.
	 */
	private final List<String> unknownLines;

	private JobState(RegisteredTrigger trigger, @Nullable RegisteredTrigger proposed, Instant since,
			@Nullable Instant lastFireTime, @Nullable Instant lastEnd, @Nullable JobRun running, boolean stopping,
			@Nullable JobRetry retry, @Nullable JobPause pause, JobStatistics statistics, @Nullable JobRun lastRun,
			List<String> unknownLines) {
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
		this.unknownLines = unknownLines;
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
		return new JobState(trigger, proposed, this.since, this.lastFireTime, this.lastEnd, this.running, this.stopping,
				this.retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
	}

	/**
	 * Return this state with a later end of processed fire times.
	 * @param since fire times up to and including this time are over
	 * @return the state
	 */
	public JobState withSince(Instant since) {
		return new JobState(this.trigger, this.proposed, since.isAfter(this.since) ? since : this.since,
				this.lastFireTime, this.lastEnd, this.running, this.stopping, this.retry, this.pause, this.statistics,
				this.lastRun, this.unknownLines);
	}

	/**
	 * Return this state with other fire times.
	 * @param since fire times up to and including this time are over
	 * @param lastFireTime the last claimed fire time, or {@code null}
	 * @return the state
	 */
	public JobState withFireTimes(Instant since, @Nullable Instant lastFireTime) {
		return new JobState(this.trigger, this.proposed, since, lastFireTime, this.lastEnd, this.running, this.stopping,
				this.retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
	}

	/**
	 * Return this state with an active run. A due run claims its fire time and completes
	 * the planned retry; a run on demand leaves fire time and retry unchanged.
	 * @param run the run
	 * @return the state
	 */
	public JobState withRunning(JobRun run) {
		boolean due = !run.onDemand();
		return new JobState(this.trigger, this.proposed, this.since, due ? run.fireTime() : this.lastFireTime,
				this.lastEnd, run, false, due ? null : this.retry, this.pause, this.statistics, this.lastRun,
				this.unknownLines);
	}

	/**
	 * Return this state without an active run.
	 * @param lastEnd the end of the last run, or {@code null}
	 * @return the state
	 */
	public JobState withLastEnd(@Nullable Instant lastEnd) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, lastEnd, null, false,
				this.retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
	}

	/**
	 * Return this state with a stop request for the active run.
	 * @return the state
	 */
	public JobState withStopping() {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.running != null, this.retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
	}

	/**
	 * Return this state with or without a planned retry.
	 * @param retry the retry, or {@code null}
	 * @return the state
	 */
	public JobState withRetry(@Nullable JobRetry retry) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
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
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, pause, this.statistics, this.lastRun, this.unknownLines);
	}

	/**
	 * Return this state with the last record, of an ended run or of missed fire times.
	 * @param run the record, whose error message is truncated, or {@code null}
	 * @return the state
	 */
	public JobState withLastRun(@Nullable JobRun run) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, this.statistics,
				(run != null) ? run.withErrorUpTo(MAX_LAST_ERROR_LENGTH) : null, this.unknownLines);
	}

	/**
	 * Return this state with other statistics.
	 * @param statistics the statistics
	 * @return the state
	 */
	public JobState withStatistics(JobStatistics statistics) {
		return new JobState(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, statistics, this.lastRun, this.unknownLines);
	}

	/**
	 * Return the time up to which fire times are over.
	 * @return the time
	 */
	public Instant over() {
		return (this.lastFireTime != null && this.lastFireTime.isAfter(this.since)) ? this.lastFireTime : this.since;
	}

	/**
	 * Return this state as readable text, with values without line breaks. If the state
	 * exceeds 3,000 bytes, the last run is omitted; if still too long, the user and
	 * reason of the pause are omitted too.
	 * @return a value for each of the {@link #NAMES}
	 */
	public List<String> values() {
		List<String> values = values(this.lastRun, this.pause);
		if (fits(values)) {
			remember(key(values, this.unknownLines), this);
			return values;
		}
		List<String> shorter = values(null, this.pause);
		return fits(shorter) ? shorter : values(null, null);
	}

	private boolean fits(List<String> values) {
		return text(values).getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
	}

	private String text(List<String> values) {
		String known = TextParts.lines(NAMES, values);
		return this.unknownLines.isEmpty() ? known : known + '\n' + String.join("\n", this.unknownLines);
	}

	/**
	 * Return this state as lines of the form {@code name=value}.
	 */
	String text() {
		return text(values());
	}

	private List<String> values(@Nullable JobRun last, @Nullable JobPause told) {
		return List.of(this.trigger.line(), (this.proposed != null) ? this.proposed.line() : "",
				TextParts.TIME.format(this.since), TextParts.of(this.lastFireTime), TextParts.of(this.lastEnd),
				TextParts.of(pausedSince()), (this.running != null) ? this.running.text() : TextParts.NONE,
				Boolean.toString(this.stopping), (this.retry != null) ? this.retry.text() : "", this.statistics.text(),
				line((last != null) ? last.text() : null), line((told != null) ? told.by() : null),
				line((told != null) ? told.reason() : null), FORMAT);
	}

	private static String line(@Nullable String text) {
		return (text != null) ? TextParts.line(text) : "";
	}

	/**
	 * Parse a state. A recently read or written state is not parsed again.
	 * @param values the result of {@link #values()}
	 * @return the state
	 */
	public static JobState of(List<String> values) {
		return of(values, List.of());
	}

	static JobState of(List<String> values, List<String> unknownLines) {
		List<String> key = key(values, unknownLines);
		JobState known = KNOWN.get(key);
		if (known == null) {
			known = decoded(values, unknownLines);
			remember(List.copyOf(key), known);
		}
		return known;
	}

	private static List<String> key(List<String> values, List<String> unknownLines) {
		return unknownLines.isEmpty() ? values : Stream.concat(values.stream(), unknownLines.stream()).toList();
	}

	private static void remember(List<String> key, JobState state) {
		if (KNOWN.size() >= CACHE_SIZE) {
			KNOWN.clear();
		}
		KNOWN.put(key, state);
	}

	private static JobState decoded(List<String> values, List<String> unknownLines) {
		if (values.size() != NAMES.size()) {
			throw new IllegalArgumentException("%s is not a job state".formatted(values));
		}
		String format = values.get(13);
		if (!format.isEmpty() && !format.equals(FORMAT)) {
			throw new IllegalArgumentException("Format %s of the job state is unknown".formatted(format));
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
				last.isEmpty() ? null : JobRun.of(TextParts.text(last)), List.copyOf(unknownLines));
	}

	private static @Nullable JobPause pause(List<String> values) {
		Instant since = TextParts.time(values.get(5));
		return (since != null) ? new JobPause(since, text(values.get(11)), text(values.get(12))) : null;
	}

	private static @Nullable String text(String line) {
		return line.isEmpty() ? null : TextParts.text(line);
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

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof JobState that && this.trigger.equals(that.trigger)
				&& Objects.equals(this.proposed, that.proposed) && this.since.equals(that.since)
				&& Objects.equals(this.lastFireTime, that.lastFireTime) && Objects.equals(this.lastEnd, that.lastEnd)
				&& Objects.equals(this.running, that.running) && this.stopping == that.stopping
				&& Objects.equals(this.retry, that.retry) && Objects.equals(this.pause, that.pause)
				&& this.statistics.equals(that.statistics) && Objects.equals(this.lastRun, that.lastRun)
				&& this.unknownLines.equals(that.unknownLines);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.trigger, this.proposed, this.since, this.lastFireTime, this.lastEnd, this.running,
				this.stopping, this.retry, this.pause, this.statistics, this.lastRun, this.unknownLines);
	}

	@Override
	public String toString() {
		return "JobState[" + String.join(", ", key(values(), this.unknownLines)) + "]";
	}

}
