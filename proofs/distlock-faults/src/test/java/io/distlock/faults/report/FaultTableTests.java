// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * The tables of the reference, and the page around them.
 */
class FaultTableTests {

	private static final Path PAGE = Path.of("../../src-docs/modules/ROOT/pages/faults.adoc");

	@Test
	void tableHasALineForEachFaultAndSaysWhatIsExcluded(@TempDir Path folder) throws Exception {
		FaultTable.of(result(List.of(round("cut"), round("cut"), round("none"))), "mvn this").write(folder);
		assertThat(folder.resolve("partials/faults/tiny.adoc")).content()
			.contains("== tiny", "Tiny 1.0, on ", "mvn this", "|`cut` |2 |14 |8 |10 |12 |C1 C2 |0",
					"|`none` |1 |7 |4 |5 |6 |C1 C2 |0", "in 3 rounds", "fewer than 100.00 %", "`refuse` (it listens)");
	}

	@Test
	void tableShowsWhichRulesWereBroken() {
		Violation violation = new Violation("C2", "two hold it", List.of());
		RoundResult bad = new RoundResult("cut", 2, 1, "", Path.of("."), verdict(List.of(violation)),
				List.of("it hangs"));
		assertThat(FaultTable.of(result(List.of(round("cut"), bad)), "mvn this").asciidoc())
			.contains("|C1 C2 |*2* (C2 failure)", "1 of 2 rounds broke a rule");
	}

	@Test
	void boundIsThatOfTheRuleOfThree() {
		assertThat(FaultLine.bound(300)).isEqualTo(0.01);
		assertThat(FaultLine.bound(2)).isEqualTo(1);
	}

	@Test
	void pageNamesEachFaultAndShowsEachStore() throws Exception {
		String page = Files.readString(PAGE);
		assertThat(AllFaults.named(List.of()).stream().map(Fault::name))
			.allSatisfy((name) -> assertThat(page).contains("`" + name + "`"));
		assertThat(AllStores.names())
			.allSatisfy((name) -> assertThat(page).contains("// partial$faults/" + name + ".adoc"));
	}

	private static StoreResult result(List<RoundResult> rounds) {
		return new StoreResult("tiny", "Tiny 1.0", rounds, Map.of("refuse", "it listens"));
	}

	private static RoundResult round(String fault) {
		return new RoundResult(fault, 1, 1, "", Path.of("."), verdict(List.of()), List.of());
	}

	private static Verdict verdict(List<Violation> violations) {
		return new Verdict(List.of("C2", "C1"), violations, new Counts(7, 2, 3, 4, 5, 6));
	}

}
