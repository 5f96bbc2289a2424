// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.benchmark.measure.Result;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.measure.Workload;

/**
 * Prints the results of a suite, and writes them into the reference: all figures as CSV,
 * the charts, and a section with the targets.
 */
public final class Report {

	private final StringBuilder body = new StringBuilder();

	private final Figures figures = new Figures();

	private final List<Target> targets = new ArrayList<>();

	private final Folders folders;

	private final String suite;

	private final PrintStream out;

	private String about = "";

	/**
	 * Create a report.
	 * @param folders the folders of pages, charts and figures
	 * @param suite the name of the suite
	 * @param out where tables are printed
	 */
	public Report(Folders folders, String suite, PrintStream out) throws IOException {
		this.folders = folders;
		this.suite = suite;
		this.out = out;
		folders.clear(suite);
	}

	/**
	 * Say what is measured.
	 * @param store the store, with its version
	 * @param libraries a class of each library that takes part
	 */
	public void about(String store, Class<?>... libraries) {
		this.about = Stream.concat(Stream.of(store), Arrays.stream(libraries).map(Machine::library))
			.collect(Collectors.joining(", "));
	}

	/**
	 * Add a paragraph.
	 */
	public void note(String text) {
		this.out.println("\n" + text);
		this.body.append(text).append("\n\n");
	}

	/**
	 * Add a target.
	 */
	public void target(Target target) {
		this.targets.add(target);
	}

	/**
	 * Add the results of a workload that has a floor.
	 */
	public void add(Workload workload, Results results) throws IOException {
		Result floor = results.floor().orElseThrow();
		List<String> header = new ArrayList<>(List.of("Who", "Cycles/s", "Ratio to the floor"));
		if (workload.shared()) {
			header.add("Slowest ÷ fastest thread");
		}
		workload.counter().unit().ifPresent((unit) -> header.add(unit + " a cycle"));
		table(workload.title(), header, results.all().stream().map((result) -> row(workload, floor, result)).toList());
		bars(workload.title(), "ratio to the floor", results.all().stream().map(Result::name).toList(),
				results.all().stream().map((result) -> result.ratioTo(floor)).map(Spread::median).toList());
	}

	private static List<String> row(Workload workload, Result floor, Result result) {
		List<String> row = new ArrayList<>(
				List.of(result.name(), result.perSecond().text(0), result.ratioTo(floor).text()));
		if (workload.shared()) {
			row.add(Spread.of(result.fairness()).text());
		}
		workload.counter().unit().ifPresent((unit) -> row.add(Spread.number(result.commandsPerCycle(), 2)));
		return row;
	}

	/**
	 * Add a table.
	 * @param title its title
	 * @param header the names of the columns
	 * @param rows the rows
	 */
	public void table(String title, List<String> header, List<List<String>> rows) {
		print(title, header, rows);
		this.figures.add(title, header, rows);
	}

	private void print(String title, List<String> header, List<List<String>> rows) {
		this.out.print(Tables.text(title, header, rows));
	}

	/**
	 * Add a chart.
	 * @param title its title
	 * @param axis what the bars show
	 * @param names a name for each bar
	 * @param values a height for each bar
	 */
	public void bars(String title, String axis, List<String> names, List<Double> values) throws IOException {
		BarChart.write(image(title), title, axis, names, values);
	}

	/**
	 * Add a chart of quantities over time.
	 * @param title its title
	 * @param axis the name of the axis of time
	 * @param series the values of each quantity
	 */
	public void lines(String title, String axis, Map<String, List<Double>> series) throws IOException {
		LineChart.write(image(title), title, axis, series);
	}

	private Path image(String title) throws IOException {
		String file = this.suite + "-" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
		this.body.append("image::").append(this.folders.reference(file)).append("[\"").append(title).append("\"]\n\n");
		return this.folders.image(file);
	}

	/**
	 * Return the names of the figures that missed their targets.
	 */
	public List<String> missed() {
		return this.targets.stream().filter((target) -> !target.met()).map(Target::what).toList();
	}

	/**
	 * Write the section and the figures.
	 * @param title the title of the section
	 * @param command the command that repeats the measurement
	 */
	public void write(String title, String command) throws IOException {
		Path figures = this.folders.figures(this.suite);
		Files.writeString(figures, this.figures.toString());
		Path page = this.folders.write(this.suite, introduction(title, command) + targets() + this.body);
		this.out.println("\nWritten to " + page + " and " + figures);
	}

	private String introduction(String title, String command) throws IOException {
		return """
				[[%s]]
				== %s

				Taking part: %s. %s.

				[source,shell]
				----
				# %s, %s
				%s
				----

				""".formatted(this.suite, title, this.about, this.folders.link(this.suite), LocalDate.now(),
				Machine.describe(), command);
	}

	private String targets() {
		if (this.targets.isEmpty()) {
			return "";
		}
		List<String> header = List.of("Workload", "Figure", "Target", "Reached", "");
		List<List<String>> rows = this.targets.stream()
			.map((target) -> List.of(target.workload(), target.what(), target.wanted(), target.reached(),
					target.met() ? "met" : "*missed*"))
			.toList();
		print("Targets", header, rows);
		return Tables.asciidoc(header, rows);
	}

}
