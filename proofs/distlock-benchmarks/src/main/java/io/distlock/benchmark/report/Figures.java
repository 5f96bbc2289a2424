// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.benchmark.measure.Spread;

/**
 * All figures of a suite as CSV, with a line for each figure of a contestant.
 */
final class Figures {

	private static final String HEADER = "workload,contestant,figure,value,lowest,highest\n";

	/**
	 * What {@link Spread#text(int)} returns if the rounds differ.
	 */
	private static final Pattern SPREAD = Pattern.compile("(\\S+) \\((\\S+)–(\\S+)\\)");

	private static final String UNKNOWN = Spread.number(Double.NaN, 0);

	private final StringBuilder lines = new StringBuilder(HEADER);

	/**
	 * Add a table, in which the first column has the contestants.
	 */
	void add(String title, List<String> header, List<List<String>> rows) {
		for (List<String> row : rows) {
			for (int i = 1; i < header.size(); i++) {
				Stream<String> cells = Stream.concat(Stream.of(title, row.get(0), header.get(i)), values(row.get(i)));
				this.lines.append(cells.map(Figures::quoted).collect(Collectors.joining(","))).append("\n");
			}
		}
	}

	private static Stream<String> values(String cell) {
		Matcher spread = SPREAD.matcher(cell);
		if (spread.matches()) {
			return Stream.of(spread.group(1), spread.group(2), spread.group(3));
		}
		return Stream.of(cell.equals(UNKNOWN) ? "" : cell, "", "");
	}

	private static String quoted(String cell) {
		return cell.contains(",") ? '"' + cell + '"' : cell;
	}

	@Override
	public String toString() {
		return this.lines.toString();
	}

}
