// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A campaign that finds nothing wrong with a broken lock would say nothing about a good
 * one. Runs alone: beside the rounds of all stores a server takes so long to come back
 * that the lease which it forgot is over.
 */
@Isolated
@Tag("proof")
class BrokenLockTests {

	private static final Path OUT = Path.of("target", "mutants");

	private final MutantBuild build = new MutantBuild(OUT);

	@Test
	void releaseWithoutALookAtTheOwnerIsCaught() throws Exception {
		assertThat(rules("release-without-owner")).containsAnyOf("C2", "C4");
	}

	@Test
	void tokensOfACounterThatIsResetAreCaught() throws Exception {
		assertThat(rules("plain-counter")).contains("C1");
	}

	@Test
	void acquireThatDoesNotWaitForTheDiskIsCaught() throws Exception {
		assertThat(rules("asynchronous-commit")).containsAnyOf("C2", "C4", "C8");
	}

	@Test
	void textThatIsNotThereIsRefused() {
		Mutant mutant = Mutant.of("gone", "").patch("resources/io/distlock/redis/release.lua", "no such text", "");
		assertThatIllegalStateException().isThrownBy(() -> this.build.build(mutant))
			.withMessageContaining("'gone'")
			.withMessageContaining("not at all");
	}

	@Test
	void textThatIsThereTwiceIsRefused() {
		Mutant mutant = Mutant.of("twice", "").patch("resources/io/distlock/redis/release.lua", "return ", "");
		assertThatIllegalStateException().isThrownBy(() -> this.build.build(mutant))
			.withMessageContaining("more than once");
	}

	@Test
	void replacementThatDoesNotCompileIsRefused() {
		Mutant mutant = Mutant.of("nonsense", "")
			.patch("java/io/distlock/lease/ProviderCalls.java", "getAndIncrement()", "nonsense()");
		assertThatIllegalStateException().isThrownBy(() -> this.build.build(mutant))
			.withMessageContaining("does not compile");
	}

	/**
	 * Run rounds until the mutant is caught.
	 * @return the rules that were broken
	 */
	private static List<String> rules(String mutant) throws Exception {
		MutationGate gate = new MutationGate(OUT, new PrintStream(System.out, true));
		return gate.run(Trials.named(List.of(mutant)).get(0), System.nanoTime()).rules();
	}

}
