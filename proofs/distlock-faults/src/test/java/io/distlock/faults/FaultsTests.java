// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import io.distlock.faults.fault.AllFaults;
import io.distlock.faults.round.Campaign;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.Setting;
import io.distlock.faults.store.AllStores;
import io.distlock.faults.store.Store;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The short form of the campaign: a round of the faults that matter most to each store,
 * with all stores at once, since rounds mostly wait. It repeats nothing: the seed of a
 * bad round is in its message.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("proof")
class FaultsTests {

	private static final Path OUT = Path.of("target", "faults");

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			redis      | freeze-node,kill-store,forget-data,cut,lose-answers,kill-node
			postgresql | freeze-node,kill-store,lose-answers,exhaust-pool,kill-node
			h2         | freeze-node,kill-store
			zookeeper  | freeze-node,kill-store,cut,lose-answers,expire-session,kill-node
			etcd       | freeze-node,kill-store,lose-answers,kill-node
			consul     | kill-store,lose-answers
			""")
	void whatIsPromisedHolds(String name, String faults) throws Exception {
		Store store = AllStores.named(List.of(name)).get(0).get();
		Assumptions.assumeTrue(store.obstacle() == null, store::obstacle);
		long seed = System.nanoTime();
		Campaign campaign = new Campaign(Setting.patient(), 1, seed, OUT, new PrintStream(System.out, true));
		List<RoundResult> results = campaign.run(store, AllFaults.named(List.of(faults.split(","))), null);
		assertThat(results).hasSize(faults.split(",").length)
			.allSatisfy((result) -> assertThat(result.isGood()).as(result.describe()).isTrue())
			.allSatisfy(
					(result) -> assertThat(result.counts().grants()).as("grants of %s", result.fault()).isPositive());
	}

}
