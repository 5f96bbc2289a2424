// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes tables: for the console, and in AsciiDoc.
 */
final class Tables {

	private Tables() {
	}

	/**
	 * Return a table in which rows with the same first cell share it.
	 */
	static String asciidoc(List<String> header, List<List<String>> rows) {
		StringBuilder table = new StringBuilder("[cols=\"3");
		table.append(",2".repeat(header.size() - 1)).append("\",options=\"header\"]\n|===\n");
		table.append(cells(header));
		Map<String, List<List<String>>> groups = rows.stream()
			.collect(Collectors.groupingBy((row) -> row.get(0), LinkedHashMap::new, Collectors.toList()));
		groups.forEach((first, group) -> {
			table.append("\n").append((group.size() > 1) ? "." + group.size() + "+" : "").append(cells(List.of(first)));
			group.forEach((row) -> table.append(cells(row.subList(1, row.size()))));
		});
		return table.append("|===\n\n").toString();
	}

	private static String cells(List<String> cells) {
		return "|" + String.join(" |", cells) + "\n";
	}

	static String text(String title, List<String> header, List<List<String>> rows) {
		StringBuilder table = new StringBuilder("\n" + title + "\n");
		line(table, header);
		rows.forEach((row) -> line(table, row));
		return table.toString();
	}

	private static void line(StringBuilder table, List<String> cells) {
		table.append("  ");
		for (int i = 0; i < cells.size(); i++) {
			table.append(String.format((i == 0) ? "%-40s" : " %26s", cells.get(i)));
		}
		table.append("\n");
	}

}
