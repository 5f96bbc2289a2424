// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.catalog.AllFaults;
import io.distlock.faults.store.Store;
import io.distlock.faults.store.server.AllStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A change of the library cannot disable a mutant unnoticed: its texts are there, each
 * exactly once, and what comes of them compiles.
 */
class AllMutantsTests {

	private final MutantBuild build = new MutantBuild(Path.of("target", "mutants"));

	static Stream<Mutant> mutants() {
		return AllMutants.all().stream();
	}

	static Stream<Trial> trials() {
		return Trials.named(List.of()).stream();
	}

	@ParameterizedTest
	@MethodSource("mutants")
	void mutantFitsTheSources(Mutant mutant) throws Exception {
		assertThat(mutant.patches()).isNotEmpty();
		assertThat(this.build.build(mutant)).isNotEmptyDirectory();
	}

	@Test
	void eachMutantIsTried() {
		assertThat(trials().map(Trial::mutant)).containsExactlyElementsOf(AllMutants.all());
	}

	@ParameterizedTest
	@MethodSource("trials")
	void faultOfATrialCanHappenToItsStore(Trial trial) {
		Fault fault = AllFaults.named(List.of(trial.fault())).get(0);
		try (Store store = AllStores.named(List.of(trial.store())).get(0).get()) {
			assertThat(fault.obstacle(store)).isNull();
		}
	}

	@Test
	void mutantThatIsNotThereIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Trials.named(List.of("typo")))
			.withMessageContaining("'typo'")
			.withMessageContaining("plain-counter");
	}

}
