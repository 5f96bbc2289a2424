// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cluster jobs as lines of text that people can read, for stores that keep bytes.
 *
 * @since 0.1.0
 */
public final class JobLines {

	private static final Comparator<JobRun> LATEST_FIRST = Comparator.comparing(JobRun::fireTime)
		.thenComparing(JobRun::attempt)
		.reversed();

	private JobLines() {
	}

	/**
	 * Write the state of a job.
	 * @param state the state
	 * @return the text
	 */
	public static byte[] of(JobState state) {
		return bytes(JobStateText.of(state));
	}

	/**
	 * Read the state of a job.
	 * @param data what {@link #of} has written
	 * @return the state
	 * @throws java.time.DateTimeException if it is something else
	 * @throws IllegalArgumentException if it is something else
	 * @throws IndexOutOfBoundsException if it is something else
	 */
	public static JobState state(byte[] data) {
		return JobStateText.parse(text(data));
	}

	/**
	 * Read the records of a job's runs.
	 * @param data what {@link #merged} has written
	 * @return the records, the latest first
	 * @throws java.time.DateTimeException if it is something else
	 * @throws IllegalArgumentException if it is something else
	 * @throws IndexOutOfBoundsException if it is something else
	 */
	public static List<JobRun> runs(byte[] data) {
		return text(data).lines().map(EscapedLine::parse).map(JobRunText::parse).toList();
	}

	/**
	 * Return the records of before with others added or replaced, as many as shall be
	 * kept and fit into a value of the store.
	 * @param before the records of before
	 * @param added the others
	 * @param historySize how many to keep
	 * @param longest how many bytes the text may have
	 * @return the text
	 */
	public static byte[] merged(List<JobRun> before, List<JobRun> added, int historySize, int longest) {
		Map<JobRun, String> runs = new TreeMap<>(LATEST_FIRST);
		Stream.concat(before.stream(), added.stream())
			.forEach((run) -> runs.put(run, EscapedLine.of(JobRunText.of(run))));
		byte[] all = bytes(runs.values().stream().limit(historySize).collect(Collectors.joining("\n")));
		return (all.length <= longest) ? all : wholeLines(all, longest);
	}

	private static byte[] wholeLines(byte[] all, int longest) {
		int end = longest;
		while (all[end] != '\n') {
			end--;
		}
		return Arrays.copyOf(all, end);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
