// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.StoreResult;

/**
 * The section of the reference about one store: a table with a line for each fault.
 *
 * @since 0.1.0
 */
public final class FaultTable {

	private final StoreResult result;

	private final String command;

	private FaultTable(StoreResult result, String command) {
		this.result = result;
		this.command = command;
	}

	/**
	 * Create the table of a campaign.
	 * @param result what came of it
	 * @param command what the reader may run to have the same rounds
	 * @return the table
	 */
	public static FaultTable of(StoreResult result, String command) {
		return new FaultTable(result, command);
	}

	/**
	 * Write the section, over one that is there.
	 * @param reference the module of the reference
	 * @throws IOException if it cannot be written
	 */
	public void write(Path reference) throws IOException {
		Path folder = Files.createDirectories(reference.resolve("partials").resolve("faults"));
		Files.writeString(folder.resolve(this.result.store() + ".adoc"), asciidoc());
	}

	/**
	 * Return the section.
	 * @return the section, in AsciiDoc
	 */
	public String asciidoc() {
		return """
				// Written by the fault harness: see the command
				== %s

				%s, on %s, by

				[source,shell]
				----
				%s
				----

				[cols="3,1,2,2,2,2,4,2",options="header"]
				|===
				|Fault |Rounds |Grants |Stale writes refused |Lost locks |Not known |Rules |Violations

				%s
				|===

				%s%s
				""".formatted(this.result.store(), this.result.version(), LocalDate.now(), this.command,
				byFault().values()
					.stream()
					.map(FaultLine::of)
					.map(FaultLine::asciidoc)
					.collect(Collectors.joining("\n\n")),
				bound(), leftOut());
	}

	private Map<String, List<RoundResult>> byFault() {
		return this.result.rounds()
			.stream()
			.collect(Collectors.groupingBy(RoundResult::fault, LinkedHashMap::new, Collectors.toList()));
	}

	private String bound() {
		int rounds = this.result.rounds().size();
		long bad = this.result.bad();
		if (bad > 0) {
			return "%d of %d rounds broke a rule.".formatted(bad, rounds);
		}
		return String.format(Locale.ROOT,
				"No rule was broken in %d rounds: with 95 %% confidence, fewer than %.2f %% of such rounds break one.",
				rounds, 100 * FaultLine.bound(rounds));
	}

	private String leftOut() {
		if (this.result.obstacles().isEmpty()) {
			return "";
		}
		return " Left out: " + this.result.obstacles()
			.entrySet()
			.stream()
			.map((obstacle) -> "`%s` (%s)".formatted(obstacle.getKey(), obstacle.getValue()))
			.collect(Collectors.joining(", ")) + ".";
	}

}
