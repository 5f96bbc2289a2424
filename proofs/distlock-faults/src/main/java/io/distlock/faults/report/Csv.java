// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comma-separated values as in RFC 4180, with line feeds.
 *
 * @since 0.1.0
 */
public final class Csv {

	private static final Pattern FIELD = Pattern
		.compile("(?:\"(?<quoted>(?:[^\"]|\"\")*)\"|(?<plain>[^,\"\n]*))([,\n])");

	private Csv() {
	}

	/**
	 * Return a row of a file.
	 * @param values the values, which are quoted where necessary
	 * @return the row, with its line feed
	 */
	public static String row(Object... values) {
		return Arrays.stream(values).map(String::valueOf).map(Csv::field).collect(Collectors.joining(",", "", "\n"));
	}

	private static String field(String value) {
		boolean isPlain = value.chars().noneMatch((character) -> ",\"\n".indexOf(character) >= 0);
		return isPlain ? value : '"' + value.replace("\"", "\"\"") + '"';
	}

	/**
	 * Parse a file.
	 * @param text the text of the file
	 * @return the values of each row, the header row included
	 * @throws IllegalArgumentException if the text is malformed
	 */
	public static List<List<String>> parse(String text) {
		List<List<String>> rows = new ArrayList<>();
		List<String> row = new ArrayList<>();
		Matcher field = FIELD.matcher(text);
		int position = 0;
		while (position < text.length()) {
			if (!field.region(position, text.length()).lookingAt()) {
				throw new IllegalArgumentException("Malformed CSV at offset " + position);
			}
			String quoted = field.group("quoted");
			row.add((quoted != null) ? quoted.replace("\"\"", "\"") : field.group("plain"));
			if (field.group(3).equals("\n")) {
				rows.add(List.copyOf(row));
				row.clear();
			}
			position = field.end();
		}
		return rows;
	}

}
