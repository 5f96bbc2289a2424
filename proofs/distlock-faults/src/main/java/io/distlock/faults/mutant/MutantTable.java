// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import io.distlock.faults.report.Csv;

/**
 * Results of all mutants, for the console and for the reference.
 *
 * @param results the mutants
 * @since 0.1.0
 */
public record MutantTable(List<TrialResult> results) {

	private static final String FILE = "attachments/faults/mutants.csv";

	private static final String HEADER = Csv.row("mutant", "bug", "store", "fault", "caught_by", "in_round");

	/**
	 * Return lines for the console.
	 * @return the lines
	 */
	public String text() {
		String row = "%-22s %-12s %-16s %-14s %-18s %s%n";
		return row.formatted("mutant", "store", "fault", "caught by", "in round", "seeds") + this.results.stream()
			.map((result) -> row.formatted(result.trial().mutant().name(), result.trial().store(),
					result.trial().fault(), String.join(" ", result.rules()), String.join(" ", result.rounds()),
					seeds(result)))
			.collect(Collectors.joining());
	}

	private static String seeds(TrialResult result) {
		return result.catches()
			.stream()
			.map((caught) -> String.valueOf(caught.seed()))
			.collect(Collectors.joining(" "));
	}

	/**
	 * Write the results as comma-separated values.
	 * @param reference the module of the reference
	 * @throws IOException if the file cannot be written
	 */
	public void write(Path reference) throws IOException {
		Path file = reference.resolve(FILE);
		Files.createDirectories(file.getParent());
		Files.writeString(file, csv());
	}

	private String csv() {
		return this.results.stream().map(MutantTable::row).collect(Collectors.joining("", HEADER, ""));
	}

	private static String row(TrialResult result) {
		Trial trial = result.trial();
		return Csv.row(trial.mutant().name(), trial.mutant().bug(), trial.store(), trial.fault(),
				String.join(" ", result.rules()), String.join(" ", result.rounds()));
	}

}
