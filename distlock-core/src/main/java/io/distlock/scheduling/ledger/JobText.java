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
 * Cluster jobs as lines of text, for stores that keep a job and its history as a value
 * each.
 * <p>
 * The state of a job is lines of the form {@code name=value}, for which 3,000 characters
 * of ASCII are enough unless the trigger has others. Of the history each line is a run.
 * <p>
 * What reads a text throws {@link java.time.DateTimeException},
 * {@link IllegalArgumentException} or {@link IndexOutOfBoundsException} if it is
 * something else.
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
	 * Write a state as lines.
	 * @param state the state
	 * @return the text
	 */
	public static String of(JobState state) {
		return TextParts.lines(JobState.NAMES, state.values());
	}

	/**
	 * Read a state from lines, in any order.
	 * @param text what {@link #of(JobState)} has written
	 * @return the state
	 */
	public static JobState state(String text) {
		List<String> values = new ArrayList<>(Collections.nCopies(JobState.NAMES.size(), ""));
		for (String line : text.split("\n")) {
			int end = line.indexOf('=');
			int value = (end >= 0) ? JobState.NAMES.indexOf(line.substring(0, end)) : -1;
			if (value >= 0) {
				values.set(value, line.substring(end + 1));
			}
		}
		return JobState.of(values);
	}

	/**
	 * Read runs, one in a line.
	 * @param lines what {@link #merged} has written
	 * @return the runs, the latest first
	 */
	public static List<JobRun> runs(String lines) {
		return lines.lines().map(TextParts::text).map(JobRun::of).toList();
	}

	/**
	 * Return runs with others added or replaced.
	 * @param before the runs of before
	 * @param added the others
	 * @param historySize how many to keep
	 * @return the runs, the latest first
	 */
	public static List<JobRun> merged(List<JobRun> before, List<JobRun> added, int historySize) {
		Map<JobRun, JobRun> runs = new TreeMap<>(LATEST_FIRST);
		Stream.concat(before.stream(), added.stream()).forEach((run) -> runs.put(run, run));
		return runs.values().stream().limit(historySize).toList();
	}

	/**
	 * Write merged runs: one in a line, as many as fit into a value of the store.
	 * @param before the runs of before
	 * @param added the others
	 * @param historySize how many to keep
	 * @param longest how many bytes the text may have
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
