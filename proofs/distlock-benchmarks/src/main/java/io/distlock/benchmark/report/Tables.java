// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.time.LocalDate;
import java.util.List;

/**
 * Writes text: for the console, and in AsciiDoc.
 */
final class Tables {

	private Tables() {
	}

	static String section(String title, String command, String machine, String about) {
		return """
				// Written by the benchmarks: see the command
				== %s

				Measured on %s with

				[source,shell]
				----
				%s
				----

				on %s. Taking part: %s.

				""".formatted(title, LocalDate.now(), command, machine, about);
	}

	static String asciidoc(String title, List<String> header, List<List<String>> rows) {
		StringBuilder table = new StringBuilder();
		table.append(".").append(title).append("\n[cols=\"3").append(",2".repeat(header.size() - 1));
		table.append("\",options=\"header\"]\n|===\n|").append(String.join(" |", header)).append("\n");
		rows.forEach((row) -> table.append("\n|").append(String.join("\n|", row)).append("\n"));
		return table.append("|===\n\n").toString();
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
