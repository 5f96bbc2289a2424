package io.distlock.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.distlock.faults.fault.AllFaults;
import io.distlock.faults.round.Campaign;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.Setting;
import io.distlock.faults.store.AllStores;
import io.distlock.faults.store.Store;

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
	 * --out=folder}
	 * @throws Exception if a round could not be run
	 */
	public static void main(String[] args) throws Exception {
		Options options = Options.parse(args);
		System.out.printf("Seed %d, %d rounds of each fault%n", options.seed(), options.rounds());
		List<RoundResult> all = new ArrayList<>();
		for (Supplier<Store> store : AllStores.named(options.stores())) {
			Campaign campaign = new Campaign(Setting.usual(), options.rounds(), options.seed(), options.out(),
					System.out);
			all.addAll(campaign.run(store.get(), AllFaults.named(options.faults()), null));
		}
		long bad = all.stream().filter((result) -> !result.isGood()).count();
		System.out.printf("%d rounds, %d of them with violations%n", all.size(), bad);
		System.exit((bad == 0) ? 0 : 1);
	}

}
