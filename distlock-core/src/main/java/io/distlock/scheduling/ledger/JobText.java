// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Text format of jobs, for stores that keep a job as one value and its history as
 * another.
 * <p>
 * The state of a job consists of lines of the form {@code name=value}. The text needs at
 * most 3,000 ASCII characters, unless the trigger contains other characters. Each line of
 * the history is a run.
 * <p>
 * Parsing methods throw {@link java.time.DateTimeException},
 * {@link IllegalArgumentException} or {@link IndexOutOfBoundsException} for invalid text.
 *
 * @since 0.1.0
 */
public final class JobText {

	/**
	 * Names of the {@link #values}, in order.
	 */
	public static final List<String> NAMES = List.of("trigger", "proposed", "since", "lastFireTime", "lastEnd",
			"pausedSince", "running", "stopping", "retry", "tally", "lastRun", "pausedBy", "pauseReason", "format");

	/**
	 * Version of this format. A higher version is written if an older version of distlock
	 * must not change the job.
	 */
	private static final String FORMAT = "1";

	/**
	 * Maximum size of an entry in bytes of UTF-8, limited by the column of databases.
	 */
	private static final int MAX_BYTES = 3000;

	private static final int CACHE_SIZE = 500;

	/**
	 * Recently read or written states by their text. Most states that a node reads are
	 * unchanged or were written by the node itself.
	 */
	private static final Map<String, JobState> KNOWN = new ConcurrentHashMap<>();

	private static final Comparator<JobRun> LATEST_FIRST = Comparator.comparing(JobRun::fireTime)
		.thenComparing(JobRun::attempt)
		.reversed();

	private JobText() {
	}

	/**
	 * Format a state.
	 * @param state the state
	 * @return the text
	 */
	public static String of(JobState state) {
		return text(state, values(state));
	}

	/**
	 * Format a state for stores that keep each value separately. The values are readable
	 * and have no line breaks. If the state exceeds 3,000 bytes, the last run is omitted;
	 * if still too long, the user and reason of the pause are omitted too.
	 * @param state the state
	 * @return a value for each of the {@link #NAMES}
	 */
	public static List<String> values(JobState state) {
		JobState.Draft told = new JobState.Draft(state);
		List<String> values = values(told);
		String text = text(state, values);
		if (fits(text)) {
			remember(text, state);
			return values;
		}
		told.lastRun = null;
		List<String> shorter = values(told);
		if (fits(text(state, shorter)) || told.pause == null) {
			return shorter;
		}
		told.pause = new JobPause(told.pause.since(), null, null);
		return values(told);
	}

	private static List<String> values(JobState.Draft state) {
		JobPause pause = state.pause;
		return List.of(state.trigger.line(), (state.proposed != null) ? state.proposed.line() : "",
				TextParts.TIME.format(state.since), TextParts.of(state.lastFireTime), TextParts.of(state.lastEnd),
				TextParts.of((pause != null) ? pause.since() : null),
				(state.running != null) ? state.running.text() : TextParts.NONE, Boolean.toString(state.stopping),
				(state.retry != null) ? state.retry.text() : "", state.statistics.text(),
				line((state.lastRun != null) ? state.lastRun.text() : null), line((pause != null) ? pause.by() : null),
				line((pause != null) ? pause.reason() : null), FORMAT);
	}

	private static String line(@Nullable String text) {
		return (text != null) ? TextParts.line(text) : "";
	}

	private static String text(JobState state, List<String> values) {
		StringJoiner lines = new StringJoiner("\n");
		for (int i = 0; i < values.size(); i++) {
			lines.add(NAMES.get(i) + '=' + values.get(i));
		}
		state.unknownLines().forEach(lines::add);
		return lines.toString();
	}

	private static boolean fits(String text) {
		return text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
	}

	/**
	 * Parse a state from lines in any order. Lines with other names are kept, because a
	 * later version of distlock may have written them. A recently read or written text is
	 * not parsed again.
	 * @param text the result of {@link #of(JobState)}
	 * @return the state
	 */
	public static JobState state(String text) {
		JobState known = KNOWN.get(text);
		if (known == null) {
			known = parsed(text);
			remember(text, known);
		}
		return known;
	}

	private static void remember(String text, JobState state) {
		if (KNOWN.size() >= CACHE_SIZE) {
			KNOWN.clear();
		}
		KNOWN.put(text, state);
	}

	private static JobState parsed(String text) {
		Map<String, String> values = new HashMap<>();
		List<String> unknownLines = new ArrayList<>();
		for (String line : text.split("\n")) {
			String name = line.substring(0, Math.max(line.indexOf('='), 0));
			if (NAMES.contains(name)) {
				values.put(name, line.substring(name.length() + 1));
			}
			else if (!line.isEmpty()) {
				unknownLines.add(line);
			}
		}
		return parsed((name) -> values.getOrDefault(name, ""), unknownLines);
	}

	private static JobState parsed(UnaryOperator<String> values, List<String> unknownLines) {
		String format = values.apply("format");
		if (!format.isEmpty() && !format.equals(FORMAT)) {
			throw new IllegalArgumentException("Format %s of the job state is unknown".formatted(format));
		}
		String proposed = values.apply("proposed");
		String running = values.apply("running");
		String retry = values.apply("retry");
		String last = values.apply("lastRun");
		JobState.Draft draft = new JobState.Draft();
		draft.trigger = RegisteredTrigger.of(values.apply("trigger"));
		draft.proposed = proposed.isEmpty() ? null : RegisteredTrigger.of(proposed);
		draft.since = Instant.parse(values.apply("since"));
		draft.lastFireTime = TextParts.time(values.apply("lastFireTime"));
		draft.lastEnd = TextParts.time(values.apply("lastEnd"));
		draft.running = running.equals(TextParts.NONE) ? null : JobRun.of(running);
		draft.stopping = Boolean.parseBoolean(values.apply("stopping"));
		draft.retry = retry.isEmpty() ? null : JobRetry.of(retry);
		draft.pause = pause(values);
		draft.statistics = JobStatistics.of(values.apply("tally"));
		draft.lastRun = last.isEmpty() ? null : JobRun.of(TextParts.text(last));
		draft.unknownLines = List.copyOf(unknownLines);
		return draft.state();
	}

	private static @Nullable JobPause pause(UnaryOperator<String> values) {
		Instant since = TextParts.time(values.apply("pausedSince"));
		return (since != null) ? new JobPause(since, text(values.apply("pausedBy")), text(values.apply("pauseReason")))
				: null;
	}

	private static @Nullable String text(String line) {
		return line.isEmpty() ? null : TextParts.text(line);
	}

	/**
	 * Parse runs, one for each line.
	 * @param lines the result of {@link #merged}
	 * @return the runs, latest first
	 */
	public static List<JobRun> runs(String lines) {
		return lines.lines().map(TextParts::text).map(JobRun::of).toList();
	}

	/**
	 * Merge runs into a history, adding or replacing records.
	 * @param before the existing runs
	 * @param added the runs to add or replace
	 * @param historySize the maximum number of runs
	 * @return the runs, latest first
	 */
	public static List<JobRun> merged(List<JobRun> before, List<JobRun> added, int historySize) {
		Map<JobRun, JobRun> runs = new TreeMap<>(LATEST_FIRST);
		Stream.concat(before.stream(), added.stream()).forEach((run) -> runs.put(run, run));
		return runs.values().stream().limit(historySize).toList();
	}

	/**
	 * Merge runs into a history and format the result, with as many lines as fit into a
	 * value of the store.
	 * @param before the existing runs
	 * @param added the runs to add or replace
	 * @param historySize the maximum number of runs
	 * @param longest the maximum size of the text in bytes
	 * @return the lines
	 */
	public static String merged(List<JobRun> before, List<JobRun> added, int historySize, int longest) {
		String lines = merged(before, added, historySize).stream()
			.map((run) -> TextParts.line(run.text()))
			.collect(Collectors.joining("\n"));
		byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
		return (bytes.length <= longest) ? lines : wholeLines(bytes, longest);
	}

	private static String wholeLines(byte[] lines, int longest) {
		int end = longest;
		while (lines[end] != '\n') {
			end--;
		}
		return new String(lines, 0, end, StandardCharsets.UTF_8);
	}

}
