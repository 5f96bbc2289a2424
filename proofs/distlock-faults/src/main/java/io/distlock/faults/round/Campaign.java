// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

import io.distlock.faults.check.Verdict;
import io.distlock.faults.fault.Fault;
import io.distlock.faults.history.History;
import io.distlock.faults.node.HoldUse;
import io.distlock.faults.register.GuardedRegister;
import io.distlock.faults.register.RegisterServer;
import io.distlock.faults.store.Store;

import org.springframework.util.FileSystemUtils;

/**
 * Rounds of several faults over one store. The nodes live on from round to round, unless
 * a fault kills them.
 *
 * @since 0.1.0
 */
public final class Campaign {

	/**
	 * After so many rounds nodes are started anew if the store varies what they are told.
	 */
	private static final int ROUNDS_OF_A_VARIANT = 8;

	private final Setting setting;

	private final int rounds;

	private final long seed;

	private final Path out;

	private final PrintStream console;

	private final Predicate<RoundResult> last;

	private final List<HoldUse> uses;

	private final NodeClassPaths classPaths;

	/**
	 * Create a campaign.
	 * @param setting what all rounds have in common
	 * @param rounds how many rounds there are of each fault
	 * @param seed decides on everything that is left to chance
	 * @param out where files are kept of rounds that broke a rule
	 * @param console where progress is told
	 */
	public Campaign(Setting setting, int rounds, long seed, Path out, PrintStream console) {
		this(setting, rounds, seed, out, console, (result) -> false, List.of(setting.use()), NodeClassPaths.own());
	}

	private Campaign(Setting setting, int rounds, long seed, Path out, PrintStream console, Predicate<RoundResult> last,
			List<HoldUse> uses, NodeClassPaths classPaths) {
		this.setting = setting;
		this.rounds = rounds;
		this.seed = seed;
		this.out = out.toAbsolutePath();
		this.console = console;
		this.last = last;
		this.uses = uses;
		this.classPaths = classPaths;
	}

	/**
	 * Return a campaign that ends early.
	 * @param last which round is the last of its fault
	 * @return the campaign
	 */
	public Campaign until(Predicate<RoundResult> last) {
		return new Campaign(this.setting, this.rounds, this.seed, this.out, this.console, last, this.uses,
				this.classPaths);
	}

	/**
	 * Return a campaign whose rounds hold their keys in several ways.
	 * @param uses the ways, one of which is chosen by chance for each round
	 * @return the campaign
	 */
	public Campaign uses(List<HoldUse> uses) {
		return new Campaign(this.setting, this.rounds, this.seed, this.out, this.console, this.last, uses,
				this.classPaths);
	}

	/**
	 * Return a campaign with other class paths of its nodes.
	 * @param classPaths the class paths
	 * @return the campaign
	 */
	public Campaign classPaths(NodeClassPaths classPaths) {
		return new Campaign(this.setting, this.rounds, this.seed, this.out, this.console, this.last, this.uses,
				classPaths);
	}

	/**
	 * Run all rounds, and say of which store.
	 * @param store the store, which is started and closed
	 * @param faults what goes wrong; what cannot happen to the store is left out
	 * @return what came of it
	 * @throws Exception if a round could not be run
	 */
	public StoreResult run(Store store, List<Fault> faults) throws Exception {
		Path folder = this.out.resolve(store.name());
		Files.createDirectories(folder);
		GuardedRegister register = new GuardedRegister();
		try (store; RegisterServer server = new RegisterServer(register)) {
			faults.forEach((fault) -> fault.prepare(store));
			store.start();
			try (Cluster cluster = new Cluster(store, this.setting, server.port(), folder, this.classPaths)) {
				String version = store.version();
				return new StoreResult(store.name(), version, run(store, faults, cluster, register, folder),
						obstacles(store, faults));
			}
		}
	}

	private static Map<String, String> obstacles(Store store, List<Fault> faults) {
		Map<String, String> obstacles = new LinkedHashMap<>();
		for (Fault fault : faults) {
			String obstacle = fault.obstacle(store);
			if (obstacle != null) {
				obstacles.put(fault.name(), obstacle);
			}
		}
		return obstacles;
	}

	private List<RoundResult> run(Store store, List<Fault> faults, Cluster cluster, GuardedRegister register,
			Path folder) throws Exception {
		List<RoundResult> all = new ArrayList<>();
		for (Fault fault : faults) {
			String obstacle = fault.obstacle(store);
			if (obstacle != null) {
				this.console.printf("%-12s %-16s skipped: %s%n", store.name(), fault.name(), obstacle);
				continue;
			}
			long start = System.nanoTime();
			List<RoundResult> results = run(store, fault, cluster, register, folder);
			this.console.println(CampaignLine.of(store, fault, results, Duration.ofNanos(System.nanoTime() - start)));
			all.addAll(results);
		}
		return all;
	}

	private List<RoundResult> run(Store store, Fault fault, Cluster cluster, GuardedRegister register, Path folder)
			throws Exception {
		Random seeds = new Random(this.seed ^ fault.name().hashCode());
		Path clock = Files.writeString(folder.resolve("clock"), "+0");
		List<RoundResult> results = new ArrayList<>();
		boolean ended = false;
		for (int number = 1; number <= this.rounds && !ended; number++) {
			if (this.setting.varies() && number % ROUNDS_OF_A_VARIANT == 1) {
				store.vary(new Random(seeds.nextLong()));
			}
			cluster.fill(fault.environment(clock));
			String name = "%s-%d".formatted(fault.name(), number);
			long seed = seeds.nextLong();
			Round round = new Round(store, cluster, setting(store, seed), register, name, seed);
			RoundResult result = judged(store, fault, number, round, clock, folder.resolve(name));
			results.add(result);
			ended = this.last.test(result);
		}
		return results;
	}

	private Setting setting(Store store, long seed) {
		HoldUse use = this.uses.get(new Random(seed).nextInt(this.uses.size()));
		return this.setting.leaseAtMost(store.longestLease()).forRound(new Random(~seed)).use(use);
	}

	private RoundResult judged(Store store, Fault fault, int number, Round round, Path clock, Path folder)
			throws Exception {
		FileSystemUtils.deleteRecursively(folder);
		long start = System.nanoTime();
		List<String> failures = round.run(fault, clock, folder);
		this.console.printf("  %s %d: %s; round of %.1f s%n", fault.name(), number, round.describe(),
				(System.nanoTime() - start) / 1e9);
		Verdict verdict = Verdict.of(History.read(folder), Rules.of(store, fault, round.setting()));
		RoundResult result = new RoundResult(fault.name(), number, round.seed(), round.describe(), folder, verdict,
				failures);
		if (result.isGood()) {
			FileSystemUtils.deleteRecursively(folder);
		}
		else {
			tell(result);
		}
		return result;
	}

	private void tell(RoundResult result) throws IOException {
		Files.writeString(result.folder().resolve("violations.txt"), result.describe());
		this.console.println("VIOLATIONS: " + result.describe());
	}

}
