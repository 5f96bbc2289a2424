// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What came of all mutants, for the console and for the reference.
 *
 * @param results the mutants
 * @since 0.1.0
 */
public record MutantTable(List<TrialResult> results) {

	private static final String FILE = "partials/faults/mutants.adoc";

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
	 * Write a table for the reference.
	 * @param reference the module of the reference
	 * @param command the command that does the same
	 * @throws IOException if it cannot be written
	 */
	public void write(Path reference, String command) throws IOException {
		Path file = reference.resolve(FILE);
		Files.createDirectories(file.getParent());
		Files.writeString(file, asciidoc(command));
	}

	private String asciidoc(String command) {
		return """
				// Written by the fault harness: see the command
				[source,shell]
				----
				%s
				----

				[cols="4,2,2,2,2",options="header"]
				|===
				|Bug |Store |Fault |Caught by |In round
				%s|===
				""".formatted(command, this.results.stream().map(MutantTable::row).collect(Collectors.joining()));
	}

	private static String row(TrialResult result) {
		Trial trial = result.trial();
		return """

				|%s (`%s`)
				|%s
				|%s
				|%s
				|%s
				""".formatted(trial.mutant().bug(), trial.mutant().name(), trial.store(), trial.fault(),
				String.join(", ", result.rules()), String.join(", ", result.rounds()));
	}

}
