// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Readable durations such as {@code 1 h 30 min}.
 */
final class DurationWords {

	private DurationWords() {
	}

	static String of(Duration duration) {
		Map<String, Long> parts = new LinkedHashMap<>();
		parts.put("d", duration.toDaysPart());
		parts.put("h", (long) duration.toHoursPart());
		parts.put("min", (long) duration.toMinutesPart());
		parts.put("s", (long) duration.toSecondsPart());
		parts.put("ms", (long) duration.toMillisPart());
		String words = parts.entrySet()
			.stream()
			.filter((part) -> part.getValue() != 0)
			.map((part) -> part.getValue() + " " + part.getKey())
			.collect(Collectors.joining(" "));
		return words.isEmpty() ? "0 s" : words;
	}

}
