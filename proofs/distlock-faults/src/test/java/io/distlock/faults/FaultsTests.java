// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.distlock.faults.fault.catalog.AllFaults;
import io.distlock.faults.round.Campaign;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.Setting;
import io.distlock.faults.store.Store;
import io.distlock.faults.store.server.AllStores;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The short form of the campaign: a round of the faults that matter most to each store,
 * or one without any, with all stores at once, since rounds mostly wait. It repeats
 * nothing: the seed of a bad round is in its message.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("proof")
class FaultsTests {

	private static final Path OUT = Path.of("target", "faults");

	private static final String FAILED_ATTEMPTS = "C5";

	private static final Map<String, String> FAULTS = Map.of( //
			"redis", "freeze-node,kill-store,forget-data,cut,lose-answers,kill-node", //
			"postgresql", "freeze-node,kill-store,lose-answers,exhaust-pool,kill-node", //
			"h2", "freeze-node,kill-store", //
			"zookeeper", "freeze-node,kill-store,cut,lose-answers,expire-session,kill-node", //
			"etcd", "freeze-node,kill-store,lose-answers,kill-node", //
			"consul", "kill-store,lose-answers");

	@ParameterizedTest
	@MethodSource("storesWithFaults")
	void whatIsPromisedHolds(String name) throws Exception {
		String faults = FAULTS.get(name);
		assertThat(run(name, faults)).hasSize(faults.split(",").length)
			.allSatisfy((result) -> assertThat(result.isGood()).as(result.describe()).isTrue())
			.allSatisfy(
					(result) -> assertThat(result.counts().grants()).as("grants of %s", result.fault()).isPositive());
	}

	/**
	 * On a busy machine, stores of many servers refuse some of the attempts.
	 */
	@ParameterizedTest
	@MethodSource("storesWithoutFaults")
	void nodesStartAndExcludeEachOther(String name) throws Exception {
		assertThat(run(name, "none")).singleElement().satisfies((result) -> {
			assertThat(result.counts().grants()).isPositive();
			assertThat(result.failures()).as(result.describe()).isEmpty();
			assertThat(result.broken()).as(result.describe()).isSubsetOf(FAILED_ATTEMPTS);
		});
	}

	static Stream<String> storesWithFaults() {
		return AllStores.names().stream().filter(FAULTS::containsKey);
	}

	static Stream<String> storesWithoutFaults() {
		return AllStores.names().stream().filter((name) -> !FAULTS.containsKey(name));
	}

	private static List<RoundResult> run(String name, String faults) throws Exception {
		Store store = AllStores.named(List.of(name)).get(0).get();
		Assumptions.assumeTrue(store.obstacle() == null, store::obstacle);
		long seed = System.nanoTime();
		Campaign campaign = new Campaign(Setting.patient(), 1, seed, OUT, new PrintStream(System.out, true));
		return campaign.run(store, AllFaults.named(List.of(faults.split(",")))).rounds();
	}

}
