// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import io.distlock.faults.check.Verdict;
import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.catalog.AllFaults;
import io.distlock.faults.history.Counts;
import io.distlock.faults.history.Violation;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.StoreResult;
import io.distlock.faults.store.server.AllStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of {@link FaultTable}, and of the campaigns in the reference.
 */
class FaultTableTests {

	private static final Path REFERENCE = Path.of("../../src-docs/modules/ROOT");

	@Test
	void tableHasARowForEachFaultAndForEachThatIsLeftOut(@TempDir Path folder) throws Exception {
		createPage(folder);
		FaultTable.of(result(List.of(round("cut"), round("cut"), round("none"))), "mvn this").write(folder);
		assertThat(folder.resolve("attachments/faults/tiny.csv")).content()
			.contains("cut,2,14,8,10,12,C1 C2,0,,\n", "none,1,7,4,5,6,C1 C2,0,,\n",
					"refuse,0,0,0,0,0,,0,,\"it listens, too\"\n");
	}

	@Test
	void tableShowsWhichRulesWereBroken() {
		Violation violation = new Violation("C2", "two hold it", List.of());
		RoundResult bad = new RoundResult("cut", 2, 1, "", Path.of("."), verdict(List.of(violation)),
				List.of("it hangs"));
		assertThat(FaultTable.of(result(List.of(round("cut"), bad)), "mvn this").csv())
			.contains("C1 C2,2,C2 failure,\n");
	}

	@Test
	void indexHasTheTotalsOfTheLatestCampaignOverEachDeployment(@TempDir Path folder) throws Exception {
		createPage(folder);
		FaultTable.of(result(List.of(round("cut"))), "mvn before").write(folder);
		FaultTable.of(result(List.of(round("cut"), round("none"))), "mvn \"this\"").write(folder);
		String day = LocalDate.now().toString();
		assertThat(folder.resolve("attachments/faults/campaigns.csv")).hasContent(
				CampaignRow.HEADER + "tiny,\"Tiny 1.0, alone\"," + day + ",\"mvn \"\"this\"\"\",2,14,8,10,12,0\n");
		assertThat(folder.resolve("pages/faults.adoc")).content()
			.startsWith("Before\n\n// generated: campaigns\n\n[cols=")
			.containsOnlyOnce("|link:{attachmentsdir}/faults/tiny.csv[tiny] |Tiny 1.0, alone |2 |14 |8 |10 |0\n")
			.endsWith("|===\n\n// end of generated: campaigns\n\nAfter\n");
	}

	@Test
	void indexOfTheReferenceHasEachStoreWithTheTotalsOfItsTable() throws Exception {
		List<CampaignRow> rows = CampaignIndex.read(REFERENCE).rows();
		assertThat(rows.stream().map(CampaignRow::deployment)).containsExactlyInAnyOrderElementsOf(AllStores.names());
		for (CampaignRow row : rows) {
			Path table = REFERENCE.resolve("attachments/faults/" + row.deployment() + ".csv");
			List<List<String>> faults = Csv.parse(Files.readString(table));
			assertThat(List.of(row.rounds(), row.grants(), row.rejected(), row.lost(), row.unknown()))
				.as(row.deployment())
				.containsExactly(sum(faults, 1), sum(faults, 2), sum(faults, 3), sum(faults, 4), sum(faults, 5));
			assertThat(row.violations()).as(row.deployment()).isEqualTo(sum(faults, 7));
		}
		assertThat(CampaignIndex.TABLE.read(REFERENCE)).isEqualTo(CampaignIndex.read(REFERENCE).asciidoc().strip());
	}

	@Test
	void pageNamesEachFaultAndLinksTheFiles() throws Exception {
		String page = Files.readString(REFERENCE.resolve("pages/faults.adoc"));
		assertThat(AllFaults.named(List.of()).stream().map(Fault::name))
			.allSatisfy((name) -> assertThat(page).contains("`" + name + "`"));
		assertThat(page).contains("/faults/campaigns.csv[", "/faults/mutants.csv[");
	}

	@Test
	void parsesWhatItWrites() {
		assertThat(Csv.parse(Csv.row("a, \"b\"", 1, "") + Csv.row("two\nlines", "c", "d")))
			.containsExactly(List.of("a, \"b\"", "1", ""), List.of("two\nlines", "c", "d"));
		assertThatIllegalArgumentException().isThrownBy(() -> Csv.parse("a\"b\n"));
	}

	@Test
	void pageWithoutThePlaceOfTheTableIsRefused(@TempDir Path folder) throws Exception {
		Files.writeString(Files.createDirectories(folder.resolve("pages")).resolve("faults.adoc"), "Before\n");
		FaultTable table = FaultTable.of(result(List.of()), "mvn this");
		assertThatIllegalStateException().isThrownBy(() -> table.write(folder))
			.withMessageContaining("// generated: campaigns");
	}

	private static void createPage(Path folder) throws Exception {
		Files.writeString(Files.createDirectories(folder.resolve("pages")).resolve("faults.adoc"),
				"Before\n\n// generated: campaigns\n\n// end of generated: campaigns\n\nAfter\n");
	}

	private static long sum(List<List<String>> rows, int column) {
		return rows.stream().skip(1).mapToLong((row) -> Long.parseLong(row.get(column))).sum();
	}

	private static StoreResult result(List<RoundResult> rounds) {
		return new StoreResult("tiny", "Tiny 1.0, alone", rounds, Map.of("refuse", "it listens, too"));
	}

	private static RoundResult round(String fault) {
		return new RoundResult(fault, 1, 1, "", Path.of("."), verdict(List.of()), List.of());
	}

	private static Verdict verdict(List<Violation> violations) {
		return new Verdict(List.of("C2", "C1"), violations, new Counts(7, 2, 3, 4, 5, 6));
	}

}
