// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Cluster jobs as text that people can read, for stores that keep text.
 * <p>
 * A run is
 * {@code 2026-03-01T06:00:00.000000Z 0000000001 FAILED <token> <started> <ended> <node> <error>}.
 * Texts of different runs sort by fire time and attempt. A node's name is encoded as in
 * URLs, so that it is one word, and the error is the rest, as it is. The outcome of a run
 * on demand is written like {@code FAILED/demand}.
 * <p>
 * The state of a job is one value for each name, or all of them as lines of the form
 * {@code name=value}, for which 3,000 characters of ASCII are enough unless the trigger
 * has others.
 * <p>
 * What reads a text throws {@link java.time.DateTimeException},
 * {@link IllegalArgumentException} or {@link IndexOutOfBoundsException} if it is
 * something else.
 *
 * @since 0.1.0
 */
public final class JobText {

	/**
	 * The names of the values of a state, in the order in which they are written.
	 */
	public static final List<String> NAMES = List.of("trigger", "proposed", "since", "lastFireTime", "lastEnd",
			"pausedSince", "running", "stopping", "retry", "tally");

	private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

	private static final Comparator<JobRun> LATEST_FIRST = Comparator.comparing(JobRun::fireTime)
		.thenComparing(JobRun::attempt)
		.reversed();

	private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

	private static final String NONE = "-";

	private static final int RUN_PARTS = 8;

	private static final String ON_DEMAND = "/demand";

	private JobText() {
	}

	/**
	 * Write a run.
	 * @param run the run
	 * @return the text
	 */
	public static String of(JobRun run) {
		String text = String.join(" ", TIME.format(run.fireTime()), String.format(Locale.ROOT, "%010d", run.attempt()),
				outcome(run), Long.toString(run.fencingToken()), TIME.format(run.startedAt()), of(run.endedAt()),
				URLEncoder.encode(run.node(), StandardCharsets.UTF_8));
		String error = run.error();
		return (error != null) ? text + " " + error : text;
	}

	/**
	 * Read a run.
	 * @param text what {@link #of(JobRun)} has written
	 * @return the run
	 */
	public static JobRun run(String text) {
		String[] parts = text.split(" ", RUN_PARTS);
		if (parts.length < RUN_PARTS - 1) {
			throw new IllegalArgumentException("'%s' is not a record of a run".formatted(text));
		}
		return new JobRun(Instant.parse(parts[0]), Integer.parseInt(parts[1]),
				URLDecoder.decode(parts[6], StandardCharsets.UTF_8), Long.parseLong(parts[3]), Instant.parse(parts[4]),
				time(parts[5]), outcome(parts[2]), (parts.length == RUN_PARTS) ? parts[7] : null, isOnDemand(parts[2]));
	}

	/**
	 * Write the outcome of a run, and whether it was on demand.
	 * @param run the run
	 * @return the text
	 */
	public static String outcome(JobRun run) {
		String outcome = run.outcome().name();
		return run.onDemand() ? outcome + ON_DEMAND : outcome;
	}

	/**
	 * Read an outcome.
	 * @param text what {@link #outcome(JobRun)} has written
	 * @return the outcome
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
	 * Write a state.
	 * @param state the state
	 * @return a value for each of the {@link #NAMES}
	 */
	public static List<String> values(JobState state) {
		RegisteredTrigger proposed = state.proposed();
		JobRun running = state.running();
		JobRetry retry = state.retry();
		return List.of(trigger(state.trigger()), (proposed != null) ? trigger(proposed) : "",
				TIME.format(state.since()), of(state.lastFireTime()), of(state.lastEnd()), of(state.pausedSince()),
				(running != null) ? of(running) : NONE, Boolean.toString(state.stopping()),
				(retry != null) ? retry(retry) : "", tally(state.statistics()));
	}

	/**
	 * Read a state.
	 * @param values what {@link #values(JobState)} has written
	 * @return the state
	 */
	public static JobState state(List<String> values) {
		if (values.size() != NAMES.size()) {
			throw new IllegalArgumentException("%s is not a job state".formatted(values));
		}
		RegisteredTrigger trigger = trigger(text(values.get(0)));
		if (trigger == null) {
			throw new IllegalArgumentException("%s has no trigger".formatted(values));
		}
		String running = values.get(6);
		return new JobState(trigger, trigger(text(values.get(1))), Instant.parse(values.get(2)), time(values.get(3)),
				time(values.get(4)), running.equals(NONE) ? null : run(running), Boolean.parseBoolean(values.get(7)),
				retry(values.get(8)), time(values.get(5)), tally(values.get(9)));
	}

	private static String trigger(RegisteredTrigger trigger) {
		return line(String.join(" ", Long.toString(trigger.version()), TIME.format(trigger.startedAt()),
				TIME.format(trigger.confirmedAt()), trigger.text()));
	}

	private static @Nullable RegisteredTrigger trigger(String text) {
		if (text.isEmpty()) {
			return null;
		}
		String[] parts = parts(text, 4);
		return new RegisteredTrigger(parts[3], Long.parseLong(parts[0]), Instant.parse(parts[1]),
				Instant.parse(parts[2]));
	}

	private static String retry(JobRetry retry) {
		return String.join(" ", TIME.format(retry.fireTime()), Integer.toString(retry.attempt()),
				TIME.format(retry.at()));
	}

	private static @Nullable JobRetry retry(String text) {
		if (text.isEmpty()) {
			return null;
		}
		String[] parts = parts(text, 3);
		return new JobRetry(Instant.parse(parts[0]), Integer.parseInt(parts[1]), Instant.parse(parts[2]));
	}

	private static String tally(JobStatistics tally) {
		return String.join(" ", of(tally.lastSuccess()), Integer.toString(tally.failures()),
				Long.toString(tally.missed()), Long.toString(tally.skipped()), of(tally.skippingSince()));
	}

	private static JobStatistics tally(String text) {
		String[] parts = parts(text, 5);
		return new JobStatistics(time(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]),
				Long.parseLong(parts[3]), time(parts[4]));
	}

	private static String[] parts(String text, int number) {
		String[] parts = text.split(" ", number);
		if (parts.length != number) {
			throw new IllegalArgumentException("'%s' is not a part of a job state".formatted(text));
		}
		return parts;
	}

	/**
	 * Write a state as lines.
	 * @param state the state
	 * @return the text
	 */
	public static String of(JobState state) {
		List<String> values = values(state);
		return IntStream.range(0, NAMES.size())
			.mapToObj((i) -> NAMES.get(i) + '=' + values.get(i))
			.collect(Collectors.joining("\n"));
	}

	/**
	 * Read a state from lines, in any order.
	 * @param text what {@link #of(JobState)} has written
	 * @return the state
	 */
	public static JobState state(String text) {
		Map<String, String> values = Arrays.stream(text.split("\n"))
			.map((line) -> line.split("=", 2))
			.filter((line) -> line.length == 2)
			.collect(Collectors.toMap((line) -> line[0], (line) -> line[1], (first, second) -> second));
		return state(NAMES.stream().map((name) -> values.getOrDefault(name, "")).toList());
	}

	/**
	 * Read runs, one in a line.
	 * @param lines what {@link #merged} has written
	 * @return the runs, the latest first
	 */
	public static List<JobRun> runs(String lines) {
		return lines.lines().map(JobText::text).map(JobText::run).toList();
	}

	/**
	 * Write runs, with others added or replaced: one in a line, the latest first, as many
	 * as shall be kept and fit into a value of the store.
	 * @param before the runs of before
	 * @param added the others
	 * @param historySize how many to keep
	 * @param longest how many bytes the text may have
	 * @return the lines
	 */
	public static String merged(List<JobRun> before, List<JobRun> added, int historySize, int longest) {
		Map<JobRun, String> runs = new TreeMap<>(LATEST_FIRST);
		Stream.concat(before.stream(), added.stream()).forEach((run) -> runs.put(run, line(of(run))));
		String lines = runs.values().stream().limit(historySize).collect(Collectors.joining("\n"));
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

	/**
	 * Write a time to the microsecond.
	 */
	private static String of(@Nullable Instant time) {
		return (time != null) ? TIME.format(time) : NONE;
	}

	private static @Nullable Instant time(String text) {
		return text.equals(NONE) ? null : Instant.parse(text);
	}

	private static String line(String text) {
		return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
	}

	private static String text(String line) {
		return ESCAPED.matcher(line).replaceAll((match) -> Matcher.quoteReplacement(unescaped(match.group(1))));
	}

	private static String unescaped(String letter) {
		return switch (letter) {
			case "n" -> "\n";
			case "r" -> "\r";
			default -> letter;
		};
	}

}
