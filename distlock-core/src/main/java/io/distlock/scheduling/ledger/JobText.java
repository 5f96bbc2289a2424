// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
		return state.text();
	}

	/**
	 * Parse a state from lines in any order. Lines with other names are kept, because a
	 * later version of distlock may have written them.
	 * @param text the result of {@link #of(JobState)}
	 * @return the state
	 */
	public static JobState state(String text) {
		List<String> values = new ArrayList<>(Collections.nCopies(JobState.NAMES.size(), ""));
		List<String> unknownLines = new ArrayList<>();
		for (String line : text.split("\n")) {
			int end = line.indexOf('=');
			int value = (end >= 0) ? JobState.NAMES.indexOf(line.substring(0, end)) : -1;
			if (value >= 0) {
				values.set(value, line.substring(end + 1));
			}
			else if (!line.isEmpty()) {
				unknownLines.add(line);
			}
		}
		return JobState.of(values, unknownLines);
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
