package io.distlock.benchmark.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import io.distlock.benchmark.measure.Result;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Workload;

/**
 * Prints what was measured, and writes it as an AsciiDoc page with charts beside it.
 */
public final class Report {

	private final StringBuilder page = new StringBuilder();

	private final Path folder;

	private final String store;

	private final PrintStream out;

	/**
	 * Create a report.
	 * @param folder where page and charts go
	 * @param store what was measured
	 * @param out where tables are printed
	 */
	public Report(Path folder, String store, PrintStream out) {
		this.folder = folder;
		this.store = store;
		this.out = out;
	}

	/**
	 * Say something about what follows.
	 */
	public void note(String text) {
		this.out.println(text);
		this.page.append(text).append("\n\n");
	}

	/**
	 * Add the results of a workload.
	 */
	public void add(Workload workload, List<Result> results) throws IOException {
		boolean fair = workload.shared();
		table(workload.title(), fair
				? List.of("Who", "Cycles/s", "Ratio to the floor", "Slowest ÷ fastest thread",
						"Commands a cycle, with those inside of scripts")
				: List.of("Who", "Cycles/s", "Ratio to the floor", "Commands a cycle, with those inside of scripts"),
				results.stream().map((result) -> row(result, fair)).toList());
		chart(workload.title(), results);
	}

	private static List<String> row(Result result, boolean fair) {
		String commands = number(result.commandsPerCycle(), 2);
		String perSecond = number(result.perSecond().median(), 0);
		return fair ? List.of(result.name(), perSecond, result.ratio().text(), number(result.fairness().median(), 2),
				commands) : List.of(result.name(), perSecond, result.ratio().text(), commands);
	}

	/**
	 * Write a number, or a dash for one that is not known.
	 */
	public static String number(double value, int decimals) {
		return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + decimals + "f", value);
	}

	/**
	 * Add a table.
	 * @param title its title
	 * @param header the names of the columns
	 * @param rows the rows
	 */
	public void table(String title, List<String> header, List<List<String>> rows) {
		this.out.println("\n" + title);
		print(header);
		rows.forEach(this::print);
		this.page.append(".").append(title).append("\n[cols=\"3").append(",2".repeat(header.size() - 1));
		this.page.append("\",options=\"header\"]\n|===\n|").append(String.join(" |", header)).append("\n");
		rows.forEach((row) -> this.page.append("\n|").append(String.join("\n|", row)).append("\n"));
		this.page.append("|===\n\n");
	}

	private void print(List<String> cells) {
		StringBuilder line = new StringBuilder("  ");
		for (int i = 0; i < cells.size(); i++) {
			line.append(String.format((i == 0) ? "%-44s" : "%22s", cells.get(i)));
		}
		this.out.println(line);
	}

	private void chart(String title, List<Result> results) throws IOException {
		String file = this.store + "-" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
		Files.createDirectories(this.folder);
		RatioChart.write(this.folder.resolve(file), title, results.stream().map(Result::name).toList(),
				results.stream().map(Result::ratio).map(Spread::median).toList());
		this.page.append("image::").append(file).append("[").append(title).append("]\n\n");
	}

	/**
	 * Write the page.
	 * @param command what makes it
	 */
	public void write(String command) throws IOException {
		Files.createDirectories(this.folder);
		Path file = this.folder.resolve(this.store + ".adoc");
		Files.writeString(file, "// Made by: " + command + "\n\n" + this.page);
		this.out.println("\nWritten to " + file);
	}

}
