// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Records of runs as text that people can read, for stores that keep text:
 * {@code 2026-03-01T06:00:00.000000Z 0000000001 FAILED <token> <started> <ended> <node> <error>}.
 * Texts of different runs sort by fire time and attempt. A node's name is encoded as in
 * URLs, so that it is one word, and the error is the rest, as it is. The outcome of a run
 * on demand is written like {@code FAILED/demand}.
 *
 * @since 0.1.0
 */
public final class JobRunText {

	private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

	private static final String NONE = "-";

	private static final int PARTS = 8;

	private static final String ON_DEMAND = "/demand";

	private JobRunText() {
	}

	/**
	 * Write a record.
	 * @param run the record
	 * @return the text
	 */
	public static String of(JobRun run) {
		String text = String.join(" ", of(run.fireTime()), String.format(Locale.ROOT, "%010d", run.attempt()),
				outcome(run), Long.toString(run.fencingToken()), of(run.startedAt()), of(run.endedAt()),
				URLEncoder.encode(run.node(), StandardCharsets.UTF_8));
		return (run.error() != null) ? text + " " + run.error() : text;
	}

	/**
	 * Read a record.
	 * @param text what {@link #of(JobRun)} has written
	 * @return the record
	 * @throws java.time.DateTimeException if a time is none
	 * @throws IllegalArgumentException if something else is wrong
	 */
	public static JobRun parse(String text) {
		String[] parts = text.split(" ", PARTS);
		if (parts.length < PARTS - 1) {
			throw new IllegalArgumentException("'%s' is not a record of a run".formatted(text));
		}
		return new JobRun(Instant.parse(parts[0]), Integer.parseInt(parts[1]),
				URLDecoder.decode(parts[6], StandardCharsets.UTF_8), Long.parseLong(parts[3]), Instant.parse(parts[4]),
				parseTime(parts[5]), outcome(parts[2]), (parts.length == PARTS) ? parts[7] : null,
				isOnDemand(parts[2]));
	}

	/**
	 * Write the outcome of a run, and whether it was on demand.
	 * @param run the run
	 * @return the text
	 */
	public static String outcome(JobRun run) {
		return run.onDemand() ? run.outcome().name() + ON_DEMAND : run.outcome().name();
	}

	/**
	 * Read an outcome.
	 * @param text what {@link #outcome(JobRun)} has written
	 * @return the outcome
	 * @throws IllegalArgumentException if it is none
	 */
	public static Outcome outcome(String text) {
		return Outcome.valueOf(isOnDemand(text) ? text.substring(0, text.length() - ON_DEMAND.length()) : text);
	}

	/**
	 * Read whether a run was on demand.
	 * @param text what {@link #outcome(JobRun)} has written
	 * @return whether it was
	 */
	public static boolean isOnDemand(String text) {
		return text.endsWith(ON_DEMAND);
	}

	/**
	 * Write a time to the microsecond.
	 * @param time the time, or {@code null}
	 * @return the text, {@code -} for {@code null}
	 */
	public static String of(@Nullable Instant time) {
		return (time != null) ? TIME.format(time) : NONE;
	}

	/**
	 * Read a time.
	 * @param text what {@link #of(Instant)} has written
	 * @return the time, or {@code null}
	 * @throws java.time.DateTimeException if it is none
	 */
	public static @Nullable Instant parseTime(String text) {
		return text.equals(NONE) ? null : Instant.parse(text);
	}

	/**
	 * Write a record that there may not be.
	 * @param run the record, or {@code null}
	 * @return the text, {@code -} for {@code null}
	 */
	public static String ofNullable(@Nullable JobRun run) {
		return (run != null) ? of(run) : NONE;
	}

	/**
	 * Read a record that there may not be.
	 * @param text what {@link #ofNullable(JobRun)} has written
	 * @return the record, or {@code null}
	 * @throws java.time.DateTimeException if a time is none
	 * @throws IllegalArgumentException if something else is wrong
	 */
	public static @Nullable JobRun parseNullable(String text) {
		return text.equals(NONE) ? null : parse(text);
	}

}
