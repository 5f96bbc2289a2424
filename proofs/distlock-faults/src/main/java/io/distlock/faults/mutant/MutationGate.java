// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.distlock.faults.fault.catalog.AllFaults;
import io.distlock.faults.round.Campaign;
import io.distlock.faults.round.NodeClassPaths;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.store.Store;
import io.distlock.faults.store.server.AllStores;

/**
 * Runs rounds over the library with a bug in it until the bug is found. A harness that
 * finds nothing wrong with a broken lock would say nothing about a good one.
 *
 * @since 0.1.0
 */
public final class MutationGate {

	private final MutantBuild build;

	private final Path out;

	private final PrintStream console;

	/**
	 * Create a gate.
	 * @param out where mutants are built, and files of the rounds are kept that caught
	 * them
	 * @param console where progress is told
	 */
	public MutationGate(Path out, PrintStream console) {
		this.build = new MutantBuild(out.resolve("mutants"));
		this.out = out;
		this.console = console;
	}

	/**
	 * Try to catch mutants with several seeds.
	 * @param trials the mutants, and where they have to be caught
	 * @param seed the first of the seeds, which follow each other
	 * @param seeds how many there are
	 * @return what came of each mutant
	 * @throws Exception if a round could not be run
	 */
	public List<TrialResult> run(List<Trial> trials, long seed, int seeds) throws Exception {
		List<TrialResult> results = new ArrayList<>();
		for (Trial trial : trials) {
			List<Catch> catches = new ArrayList<>();
			for (int number = 0; number < seeds; number++) {
				catches.add(run(trial, seed + number));
			}
			results.add(new TrialResult(trial, catches));
			this.console.print(new MutantTable(results.subList(results.size() - 1, results.size())).text());
		}
		return results;
	}

	/**
	 * Try to catch a mutant.
	 * @param trial the mutant, and where it has to be caught
	 * @param seed decides on everything that is left to chance
	 * @return whether it was, and by what
	 * @throws Exception if a round could not be run
	 */
	public Catch run(Trial trial, long seed) throws Exception {
		Path patch = this.build.build(trial.mutant());
		Store store = AllStores.named(List.of(trial.store())).get(0).get();
		Predicate<RoundResult> caught = (result) -> result.broken().stream().anyMatch(trial.rules()::contains);
		Campaign campaign = new Campaign(trial.setting(), trial.rounds(), seed,
				this.out.resolve(trial.mutant().name() + "-rounds"), this.console)
			.until(caught)
			.classPaths(NodeClassPaths.patched(patch));
		List<RoundResult> results = campaign.run(store, AllFaults.named(List.of(trial.fault()))).rounds();
		return results.stream()
			.filter(caught)
			.findFirst()
			.map((result) -> new Catch(seed, result.number(), result.broken()))
			.orElseGet(() -> new Catch(seed, 0, List.of()));
	}

}
