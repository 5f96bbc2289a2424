// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Record of one attempt to run a job for a fire time. Texts are normalized to a form
 * supported by every store: truncated to the maximum length without splitting a
 * character, with a question mark for an unpaired surrogate and U+FFFD for NUL.
 *
 * @param fireTime the nominal fire time of the job's trigger; for a run on demand, the
 * time of the request
 * @param attempt 1 for the first run of a fire time, incremented with each failure and
 * each takeover; 0 for a fire time without a run
 * @param node the name of the running node, at most 100 characters
 * @param fencingToken the token of the run's lock
 * @param startedAt the start, by the store's clock
 * @param endedAt the end, by the store's clock; {@code null} for an active run. For a
 * lost run, the time of detection
 * @param outcome the outcome
 * @param error the error message, or {@code null}; at most 1,000 characters
 * @param onDemand whether the run was requested, instead of due by the job's trigger
 * @since 0.1.0
 */
public record JobRun(Instant fireTime, int attempt, String node, long fencingToken, Instant startedAt,
		@Nullable Instant endedAt, Outcome outcome, @Nullable String error, boolean onDemand) {

	/**
	 * Maximum length of an error message, in characters.
	 */
	public static final int MAX_ERROR_LENGTH = 1000;

	/**
	 * Maximum length of a node name, in characters.
	 */
	public static final int MAX_NODE_LENGTH = 100;

	private static final int WORDS = 8;

	private static final String ON_DEMAND = "/demand";

	/**
	 * Normalize the texts.
	 */
	public JobRun {
		node = kept(node, MAX_NODE_LENGTH);
		error = (error != null) ? kept(error, MAX_ERROR_LENGTH) : null;
	}

	/**
	 * Create a record of a run that was due by the job's trigger.
	 * @param fireTime the fire time
	 * @param attempt the number of the attempt
	 * @param node the name of the running node
	 * @param fencingToken the token of the run's lock
	 * @param startedAt the start
	 * @param endedAt the end, or {@code null}
	 * @param outcome the outcome
	 * @param error the error message, or {@code null}
	 */
	public JobRun(Instant fireTime, int attempt, String node, long fencingToken, Instant startedAt,
			@Nullable Instant endedAt, Outcome outcome, @Nullable String error) {
		this(fireTime, attempt, node, fencingToken, startedAt, endedAt, outcome, error, false);
	}

	/**
	 * Create a record of fire times without a run.
	 * @param first the first fire time
	 * @param last the last fire time
	 * @param outcome {@link Outcome#MISSED} or {@link Outcome#SKIPPED}
	 * @param why the reason
	 * @return the record
	 */
	public static JobRun notRun(Instant first, Instant last, Outcome outcome, String why) {
		return new JobRun(first, 0, "-", 0, first, last, outcome, why);
	}

	/**
	 * Return this run as ended.
	 * @param endedAt the end
	 * @param outcome the outcome
	 * @param error the error message, or {@code null}
	 * @return the ended run
	 */
	public JobRun ended(Instant endedAt, Outcome outcome, @Nullable String error) {
		return new JobRun(this.fireTime, this.attempt, this.node, this.fencingToken, this.startedAt, endedAt, outcome,
				error, this.onDemand);
	}

	/**
	 * Return this run with a truncated error message.
	 */
	JobRun withErrorUpTo(int length) {
		return (this.error == null || this.error.length() <= length) ? this
				: new JobRun(this.fireTime, this.attempt, this.node, this.fencingToken, this.startedAt, this.endedAt,
						this.outcome, kept(this.error, length), this.onDemand);
	}

	/**
	 * Return whether another record is of the same run. Compares only fire time, attempt,
	 * node and token, since stores may alter other attributes.
	 * @param other another record, or {@code null}
	 * @return {@code true} for the same run
	 */
	public boolean isSameAs(@Nullable JobRun other) {
		return other != null && this.fencingToken == other.fencingToken && this.attempt == other.attempt
				&& this.fireTime.equals(other.fireTime) && this.node.equals(other.node);
	}

	/**
	 * Return this run as readable text: {@code 2026-03-01T06:00:00.000000Z 0000000001
	 * FAILED <token> <started> <ended> <node> <error>}. Texts of different runs sort by
	 * fire time and attempt. The node is URL-encoded as a single word; the error follows
	 * unchanged.
	 * @return the text
	 */
	public String text() {
		String text = String.join(" ", TextParts.TIME.format(this.fireTime),
				String.format(Locale.ROOT, "%010d", this.attempt), outcomeText(), Long.toString(this.fencingToken),
				TextParts.TIME.format(this.startedAt), TextParts.of(this.endedAt),
				URLEncoder.encode(this.node, StandardCharsets.UTF_8));
		return (this.error != null) ? text + " " + this.error : text;
	}

	/**
	 * Parse a run.
	 * @param text the result of {@link #text()}
	 * @return the run
	 */
	public static JobRun of(String text) {
		String[] words = text.split(" ", WORDS);
		if (words.length < WORDS - 1) {
			throw new IllegalArgumentException("'%s' is not a record of a run".formatted(text));
		}
		return new JobRun(Instant.parse(words[0]), Integer.parseInt(words[1]),
				URLDecoder.decode(words[6], StandardCharsets.UTF_8), Long.parseLong(words[3]), Instant.parse(words[4]),
				TextParts.time(words[5]), outcome(words[2]), (words.length == WORDS) ? words[7] : null,
				isOnDemand(words[2]));
	}

	/**
	 * Return the outcome as text. For a run on demand, the text is similar to {@code
	 * FAILED/demand}.
	 * @return the text
	 */
	public String outcomeText() {
		return this.onDemand ? this.outcome + ON_DEMAND : this.outcome.name();
	}

	/**
	 * Parse an outcome.
	 * @param text the result of {@link #outcomeText()}
	 * @return the outcome
	 */
	public static Outcome outcome(String text) {
		return Outcome.valueOf(isOnDemand(text) ? text.substring(0, text.length() - ON_DEMAND.length()) : text);
	}

	/**
	 * Return whether an outcome is of a run on demand.
	 * @param text the result of {@link #outcomeText()}
	 * @return {@code true} for a run on demand
	 */
	public static boolean isOnDemand(String text) {
		return text.endsWith(ON_DEMAND);
	}

	boolean hasEnded() {
		return this.outcome != Outcome.RUNNING || this.endedAt != null || this.error != null;
	}

	private static String kept(String text, int length) {
		String cut = (text.length() > length) ? text.substring(0, wholeCharacters(text, length)) : text;
		return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
	}

	private static int wholeCharacters(String text, int length) {
		return Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
	}

	/**
	 * Outcome of a run.
	 */
	public enum Outcome {

		/**
		 * The run has not ended.
		 */
		RUNNING,

		/**
		 * The method returned.
		 */
		SUCCEEDED,

		/**
		 * The method threw an exception.
		 */
		FAILED,

		/**
		 * The node died, or lost the lock during the run.
		 */
		LOST,

		/**
		 * The run exceeded its maximum duration, and was interrupted or abandoned.
		 */
		TIMED_OUT,

		/**
		 * The run was stopped on demand, or because its node stopped.
		 */
		STOPPED,

		/**
		 * Fire times without a run, because no run could start in time. The record has
		 * the attempt 0 and covers a range of fire times, from the first at
		 * {@link #startedAt()} to the last. Alternatively, the record is of another
		 * attempt of a single fire time, planned for {@link #startedAt()}.
		 */
		MISSED,

		/**
		 * Fire times without a run, because the previous run was active. Recorded like
		 * missed fire times.
		 */
		SKIPPED

	}

}
