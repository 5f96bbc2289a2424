// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The record of one attempt to run a job for one fire time. Its texts are kept as every
 * store can keep them: cut to their length, never within a character, with a question
 * mark for half of a surrogate pair, and U+FFFD for NUL.
 *
 * @param fireTime the nominal fire time, by the job's trigger; of a run on demand the
 * time it was asked for
 * @param attempt 1 for the first run of a fire time, and more after each failure and each
 * takeover; 0 for what was not run
 * @param node the node that ran it, as it names itself; at most 100 characters
 * @param fencingToken the token of the lock that the run was under
 * @param startedAt when it started, by the store's clock
 * @param endedAt when it ended, by the store's clock; {@code null} while it runs. Of a
 * lost run the time when that was noticed
 * @param outcome how it ended
 * @param error what went wrong, or {@code null}; at most 1,000 characters
 * @param onDemand whether it was asked for, and not due by the job's trigger
 * @since 0.1.0
 */
public record JobRun(Instant fireTime, int attempt, String node, long fencingToken, Instant startedAt,
		@Nullable Instant endedAt, Outcome outcome, @Nullable String error, boolean onDemand) {

	/**
	 * The longest text of an error that is kept.
	 */
	public static final int MAX_ERROR_LENGTH = 1000;

	/**
	 * The longest name of a node that is kept.
	 */
	public static final int MAX_NODE_LENGTH = 100;

	private static final int WORDS = 8;

	private static final String ON_DEMAND = "/demand";

	/**
	 * Cut texts to what is kept of them.
	 */
	public JobRun {
		node = kept(node, MAX_NODE_LENGTH);
		error = (error != null) ? kept(error, MAX_ERROR_LENGTH) : null;
	}

	/**
	 * Create a record of a run that was due by the job's trigger.
	 * @param fireTime the fire time
	 * @param attempt which attempt of it this is
	 * @param node the node that ran it
	 * @param fencingToken the token of the lock that the run was under
	 * @param startedAt when it started
	 * @param endedAt when it ended, or {@code null}
	 * @param outcome how it ended
	 * @param error what went wrong, or {@code null}
	 */
	public JobRun(Instant fireTime, int attempt, String node, long fencingToken, Instant startedAt,
			@Nullable Instant endedAt, Outcome outcome, @Nullable String error) {
		this(fireTime, attempt, node, fencingToken, startedAt, endedAt, outcome, error, false);
	}

	/**
	 * Return a record of fire times that were not run.
	 * @param first the first of them
	 * @param last the last of them
	 * @param outcome {@link Outcome#MISSED} or {@link Outcome#SKIPPED}
	 * @param why the reason
	 * @return the record
	 */
	public static JobRun notRun(Instant first, Instant last, Outcome outcome, String why) {
		return new JobRun(first, 0, "-", 0, first, last, outcome, why);
	}

	/**
	 * Return this run as it ended.
	 * @param endedAt when it ended
	 * @param outcome how it ended
	 * @param error what went wrong, or {@code null}
	 * @return the record of the ended run
	 */
	public JobRun ended(Instant endedAt, Outcome outcome, @Nullable String error) {
		return new JobRun(this.fireTime, this.attempt, this.node, this.fencingToken, this.startedAt, endedAt, outcome,
				error, this.onDemand);
	}

	/**
	 * Return this run with the beginning of its error.
	 */
	JobRun withErrorUpTo(int length) {
		return (this.error == null || this.error.length() <= length) ? this
				: new JobRun(this.fireTime, this.attempt, this.node, this.fencingToken, this.startedAt, this.endedAt,
						this.outcome, kept(this.error, length), this.onDemand);
	}

	/**
	 * Return whether another record is of the same run, whatever a store makes of the
	 * rest of them.
	 * @param other another record, or {@code null}
	 * @return whether it is
	 */
	public boolean isSameAs(@Nullable JobRun other) {
		return other != null && this.fencingToken == other.fencingToken && this.attempt == other.attempt
				&& this.fireTime.equals(other.fireTime) && this.node.equals(other.node);
	}

	/**
	 * Return this run as text that people can read:
	 * {@code 2026-03-01T06:00:00.000000Z 0000000001 FAILED <token> <started> <ended> <node> <error>}.
	 * Texts of different runs sort by fire time and attempt. The node is encoded as in
	 * URLs, so that it is one word, and the error is the rest, as it is.
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
	 * Read a run.
	 * @param text what {@link #text()} has returned
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
	 * Return the outcome as text, that of a run on demand like {@code FAILED/demand}.
	 * @return the text
	 */
	public String outcomeText() {
		return this.onDemand ? this.outcome + ON_DEMAND : this.outcome.name();
	}

	/**
	 * Read an outcome.
	 * @param text what {@link #outcomeText()} has returned
	 * @return the outcome
	 */
	public static Outcome outcome(String text) {
		return Outcome.valueOf(isOnDemand(text) ? text.substring(0, text.length() - ON_DEMAND.length()) : text);
	}

	/**
	 * Read whether a run was on demand.
	 * @param text what {@link #outcomeText()} has returned
	 * @return whether it was
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
		 * It has not ended.
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
		 * Its node died, or lost the lock while the method ran.
		 */
		LOST,

		/**
		 * It took longer than it may, and was interrupted or given up.
		 */
		TIMED_OUT,

		/**
		 * It was stopped: on demand, or because its node stopped.
		 */
		STOPPED,

		/**
		 * No run: fire times that could not start in time. The record is of a stretch of
		 * them, with the attempt 0, from the first at {@link #startedAt()} to the last;
		 * or of another attempt of one fire time, which was planned for
		 * {@link #startedAt()}.
		 */
		MISSED,

		/**
		 * No run: fire times during the previous run, recorded like missed ones.
		 */
		SKIPPED

	}

}
