// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A rule that was not kept, with the events that show it.
 *
 * @param rule the name of the rule
 * @param message what is wrong, in one sentence
 * @param events the events, the earliest first
 * @since 0.1.0
 */
public record Violation(String rule, String message, List<Event> events) {

	private static final double NANOS_OF_A_MILLI = 1_000_000.0;

	public static Violation of(String rule, String message, Event... events) {
		return of(rule, message, Stream.of(events));
	}

	public static Violation of(String rule, String message, Attempt... attempts) {
		return of(rule, message, Stream.of(attempts).flatMap((attempt) -> attempt.summary().stream()));
	}

	public static Violation of(String rule, String message, Stream<Event> events) {
		return new Violation(rule, message,
				events.distinct().sorted(Comparator.comparingLong(Event::at)).collect(Collectors.toList()));
	}

	/**
	 * The sentence, and a line for each event with milliseconds since the first of them.
	 * @return several lines
	 */
	@Override
	public String toString() {
		return this.rule + ": " + this.message
				+ this.events.stream().map((event) -> "\n    " + line(event)).collect(Collectors.joining());
	}

	private String line(Event event) {
		double millis = (event.at() - this.events.get(0).at()) / NANOS_OF_A_MILLI;
		return String.format(Locale.ROOT, "%+12.3f ms  %s/%s %s%s%s%s %s", millis, event.node(), event.thread(),
				event.type().name().toLowerCase(Locale.ROOT), part(" ", event.key()), part(" op=", event.op()),
				part(" token=", event.token()), event.details());
	}

	private static String part(String name, @Nullable Object value) {
		return (value != null) ? name + Objects.toString(value) : "";
	}

}
