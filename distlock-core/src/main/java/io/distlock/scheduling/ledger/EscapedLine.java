// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts as one line each, for stores that keep lines.
 *
 * @since 0.1.0
 */
public final class EscapedLine {

	private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

	private EscapedLine() {
	}

	/**
	 * Write a text without line breaks.
	 * @param text the text
	 * @return the line
	 */
	public static String of(String text) {
		return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
	}

	/**
	 * Read a text.
	 * @param line what {@link #of} has written
	 * @return the text
	 */
	public static String parse(String line) {
		return ESCAPED.matcher(line).replaceAll((match) -> Matcher.quoteReplacement(meant(match.group(1))));
	}

	private static String meant(String letter) {
		return switch (letter) {
			case "n" -> "\n";
			case "r" -> "\r";
			default -> letter;
		};
	}

}
