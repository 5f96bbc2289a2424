// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.catalog.AllFaults;
import io.distlock.faults.mutant.MutantTable;
import io.distlock.faults.mutant.MutationGate;
import io.distlock.faults.mutant.Trial;
import io.distlock.faults.mutant.TrialResult;
import io.distlock.faults.mutant.Trials;
import io.distlock.faults.node.HoldUse;
import io.distlock.faults.report.FaultTable;
import io.distlock.faults.round.Campaign;
import io.distlock.faults.round.NodeClassPaths;
import io.distlock.faults.round.Setting;
import io.distlock.faults.round.StoreResult;
import io.distlock.faults.service.ServiceTimes;
import io.distlock.faults.store.Store;
import io.distlock.faults.store.server.AllStores;

/**
 * Breaks stores, networks and nodes while a cluster of JVMs locks, and checks what was
 * promised.
 *
 * @since 0.1.0
 */
public final class Faults {

	private Faults() {
	}

	/**
	 * Run a campaign over each store, and end with 1 if a rule was broken.
	 * @param args {@code --stores=redis,h2 --faults=kill-node --rounds=30 --seed=1
	 * --out=folder}, and {@code --docs} to write tables into the reference,
	 * {@code --uses=shared,permits} for keys that several hold at a time;
	 * {@code --beside=file} lets every second node run the build with the class path in
	 * the file; {@code --service} measures the time without service instead, and ends
	 * with 1 if it is longer than promised; {@code --mutants} puts bugs into the library
	 * instead, and ends with 1 if one was not found; with {@code --control} the same
	 * rounds go over the library as it is
	 * @throws Exception if a round could not be run
	 */
	public static void main(String[] args) throws Exception {
		Options options = Options.parse(args);
		if (options.mutants() != null) {
			List<Trial> trials = Trials.named(options.mutants());
			System.exit((options.control() ? areClean(trials, options) : areCaught(trials, options)) ? 0 : 1);
		}
		if (options.service()) {
			System.exit(isServedSoon(options) ? 0 : 1);
		}
		System.out.printf("Seed %d, %d rounds of each fault%n", options.seed(), options.rounds());
		List<StoreResult> all = new ArrayList<>();
		for (Supplier<Store> store : AllStores.named(options.stores())) {
			run(store.get(), options).ifPresent(all::add);
		}
		long bad = all.stream().mapToLong(StoreResult::bad).sum();
		System.out.printf("%d rounds, %d of them with violations%n",
				all.stream().mapToInt((result) -> result.rounds().size()).sum(), bad);
		System.exit((bad == 0) ? 0 : 1);
	}

	private static boolean isServedSoon(Options options) throws Exception {
		ServiceTimes times = new ServiceTimes(System.out);
		for (Supplier<Store> supplier : AllStores.measured(options.stores())) {
			Store store = supplier.get();
			String obstacle = store.obstacle();
			if (obstacle == null) {
				times.measure(store);
			}
			else {
				System.out.printf("%s skipped: %s%n", store.name(), obstacle);
			}
		}
		if (options.docs() != null) {
			times.write(options.docs(), options.commandOfService());
		}
		return times.areWithin(Fault.SERVICE_WITHIN);
	}

	private static Optional<StoreResult> run(Store store, Options options) throws Exception {
		String obstacle = store.obstacle();
		if (obstacle != null) {
			System.out.printf("%s skipped: %s%n", store.name(), obstacle);
			return Optional.empty();
		}
		Campaign campaign = new Campaign(Setting.usual(), options.rounds(), options.seed(), options.out(), System.out)
			.uses(store.shares() ? options.uses() : List.of(HoldUse.ALONE))
			.classPaths((options.beside() != null) ? NodeClassPaths.beside(Files.readString(options.beside()).strip())
					: NodeClassPaths.own());
		StoreResult result = campaign.run(store, AllFaults.named(options.faults()));
		if (options.docs() != null) {
			FaultTable.of(result, options.command(store.name())).write(options.docs());
		}
		return Optional.of(result);
	}

	private static boolean areCaught(List<Trial> trials, Options options) throws Exception {
		MutantTable table = results(trials, options);
		if (options.docs() != null) {
			table.write(options.docs());
		}
		return table.results().stream().allMatch(TrialResult::isCaught);
	}

	private static boolean areClean(List<Trial> trials, Options options) throws Exception {
		List<Trial> controls = trials.stream().map((trial) -> trial.control(options.rounds())).toList();
		return results(controls, options).results().stream().allMatch(TrialResult::isClean);
	}

	private static MutantTable results(List<Trial> trials, Options options) throws Exception {
		System.out.printf("Seeds from %d%n", options.seed());
		MutationGate gate = new MutationGate(options.out(), System.out);
		MutantTable table = new MutantTable(gate.run(trials, options.seed(), options.seeds()));
		System.out.print(table.text());
		return table;
	}

}
