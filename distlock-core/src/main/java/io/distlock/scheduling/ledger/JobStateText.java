// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * States of jobs as text that people can read, for stores that keep text: one value for
 * each name, or all of them as lines of the form {@code name=value}, for which 3,000
 * characters of ASCII are enough unless the trigger has others.
 *
 * @since 0.1.0
 */
public final class JobStateText {

	/**
	 * The names of the values, in the order in which they are written.
	 */
	public static final List<String> NAMES = List.of("trigger", "proposed", "since", "lastFireTime", "lastEnd",
			"pausedSince", "running", "stopping", "retry", "tally");

	private JobStateText() {
	}

	/**
	 * Write a state.
	 * @param state the state
	 * @return a value for each of the {@link #NAMES}
	 */
	public static List<String> values(JobState state) {
		return List.of(EscapedLine.of(RegisteredTrigger.write(state.trigger())),
				EscapedLine.of(RegisteredTrigger.write(state.proposed())), JobRunText.of(state.since()),
				JobRunText.of(state.lastFireTime()), JobRunText.of(state.lastEnd()), JobRunText.of(state.pausedSince()),
				JobRunText.ofNullable(state.running()), Boolean.toString(state.stopping()),
				JobRetry.write(state.retry()), state.statistics().text());
	}

	/**
	 * Read a state.
	 * @param values what {@link #values(JobState)} has written
	 * @return the state
	 * @throws java.time.DateTimeException if a time is none
	 * @throws IllegalArgumentException if something else is wrong
	 */
	public static JobState parse(List<String> values) {
		if (values.size() != NAMES.size()) {
			throw new IllegalArgumentException("%s is not a job state".formatted(values));
		}
		RegisteredTrigger trigger = RegisteredTrigger.read(EscapedLine.parse(values.get(0)));
		if (trigger == null) {
			throw new IllegalArgumentException("%s has no trigger".formatted(values));
		}
		return new JobState(trigger, RegisteredTrigger.read(EscapedLine.parse(values.get(1))),
				Instant.parse(values.get(2)), JobRunText.parseTime(values.get(3)), JobRunText.parseTime(values.get(4)),
				JobRunText.parseNullable(values.get(6)), Boolean.parseBoolean(values.get(7)),
				JobRetry.read(values.get(8)), JobRunText.parseTime(values.get(5)), JobStatistics.parse(values.get(9)));
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
	 * @throws java.time.DateTimeException if a time is none
	 * @throws IllegalArgumentException if something else is wrong
	 */
	public static JobState parse(String text) {
		Map<String, String> values = Arrays.stream(text.split("\n"))
			.map((line) -> line.split("=", 2))
			.filter((line) -> line.length == 2)
			.collect(Collectors.toMap((line) -> line[0], (line) -> line[1], (first, second) -> second));
		return parse(NAMES.stream().map((name) -> values.getOrDefault(name, "")).toList());
	}

}
