// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Elements of job texts: times, words, and texts in a single line.
 */
final class TextParts {

	/**
	 * Format with a precision of microseconds.
	 */
	static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

	static final String NONE = "-";

	private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

	private TextParts() {
	}

	static String of(@Nullable Instant time) {
		return (time != null) ? TIME.format(time) : NONE;
	}

	static @Nullable Instant time(String text) {
		return text.equals(NONE) ? null : Instant.parse(text);
	}

	/**
	 * Split a text into a number of words; the last may contain spaces.
	 */
	static String[] words(String text, int number) {
		String[] words = text.split(" ", number);
		if (words.length != number) {
			throw new IllegalArgumentException("'%s' is not a part of a job state".formatted(text));
		}
		return words;
	}

	static String line(String text) {
		return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
	}

	static String text(String line) {
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
