// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.distlock.benchmark.measure.Spread;

/**
 * Draws the table that sums up all pages, so far as it compares with other libraries.
 */
public final class Glance {

	private static final String FILE = "at-a-glance.svg";

	private static final Pattern ROW = Pattern.compile("^\\|xref:[^\\[]+\\[(?<name>[^]]+)] \\|[^|\\n]*\\|(?<peer>.*)$",
			Pattern.MULTILINE);

	private static final Pattern RATIO = Pattern
		.compile("(?<loss>\\*?)(?<text>([\\d.]+) \\(([\\d.]+)–([\\d.]+)\\))\\*?(, where (?<note>.+))?");

	private final Folders folders;

	/**
	 * Create one.
	 * @param folders where the page is, and where the chart goes
	 */
	public Glance(Folders folders) {
		this.folders = folders;
	}

	/**
	 * Draw the chart.
	 */
	public void draw() throws IOException {
		List<Row> rows = ROW.matcher(Files.readString(this.folders.summary()))
			.results()
			.map(MatchResult::group)
			.map(Glance::row)
			.flatMap(Optional::stream)
			.toList();
		RatioChart.write(this.folders.image(FILE), "distlock ÷ the best peer, logarithmic", rows,
				rows.stream().map(Row::description).collect(Collectors.joining("\n", "\n", "\n")));
	}

	private static Optional<Row> row(String line) {
		Matcher row = ROW.matcher(line);
		row.matches();
		Matcher ratio = RATIO.matcher(row.group("peer").strip());
		if (!ratio.matches()) {
			return Optional.empty();
		}
		String note = (ratio.group("note") != null) ? " (" + ratio.group("note") + ")" : "";
		Spread spread = new Spread(Double.parseDouble(ratio.group(3)), Double.parseDouble(ratio.group(4)),
				Double.parseDouble(ratio.group(5)));
		return Optional
			.of(new Row(row.group("name"), note, ratio.group("text"), spread, !ratio.group("loss").isEmpty()));
	}

	/**
	 * A row of the table.
	 *
	 * @param name the workload
	 * @param note what else is to be known about its ratio
	 * @param text the ratio, as the table has it
	 * @param ratio the ratio
	 * @param loss whether the best peer is ahead
	 */
	record Row(String name, String note, String text, Spread ratio, boolean loss) {

		String title() {
			return this.name + this.note;
		}

		private String description() {
			return this.name + ": " + this.text + (this.loss ? ", behind" : "");
		}

	}

}
