// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Command line of the simulation: {@code --nodes=10,100,1000}, {@code --seeds=1},
 * {@code --stores=redis,etcd}, {@code --loads=free,hot}, {@code --seconds=60} and
 * {@code --first-seed=1}. A failed seed prints the last events before the failure.
 *
 * @since 0.1.0
 */
public final class Simulation {

	private static final Duration WARM_UP = Duration.ofSeconds(10);

	private List<StoreKind> stores = List.of(StoreKind.values());

	private List<Load> loads = List.of(Load.values());

	private List<Integer> nodes = List.of(10, 100, 1000);

	private long seeds = 1;

	private long firstSeed = 1;

	private Duration duration = Duration.ofSeconds(60);

	private Simulation() {
	}

	/**
	 * Run the simulation.
	 * @param args the options
	 */
	public static void main(String[] args) {
		Simulation simulation = new Simulation();
		Arrays.stream(args).forEach(simulation::option);
		System.exit(simulation.run() ? 0 : 1);
	}

	private void option(String argument) {
		String[] parts = argument.split("=", 2);
		String value = (parts.length > 1) ? parts[1] : "";
		switch (parts[0]) {
			case "--stores":
				this.stores = list(value, (name) -> StoreKind.valueOf(name.toUpperCase(Locale.ROOT)));
				break;
			case "--loads":
				this.loads = list(value, (name) -> Load.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')));
				break;
			case "--nodes":
				this.nodes = list(value, Integer::valueOf);
				break;
			case "--seeds":
				this.seeds = Long.parseLong(value);
				break;
			case "--first-seed":
				this.firstSeed = Long.parseLong(value);
				break;
			case "--seconds":
				this.duration = Duration.ofSeconds(Long.parseLong(value));
				break;
			default:
				throw new IllegalArgumentException(
						"Unknown option '%s'. Use --stores, --loads, --nodes, --seeds, --first-seed or --seconds"
							.formatted(argument));
		}
	}

	private static <T> List<T> list(String value, Function<String, T> parser) {
		return Arrays.stream(value.split(",")).map(parser).toList();
	}

	private boolean run() {
		List<String> failures = new ArrayList<>();
		System.out.printf(Figures.HEADER);
		for (Load load : this.loads) {
			for (StoreKind store : this.stores) {
				for (int size : this.nodes) {
					runSeeds(store, load, size, failures);
				}
			}
		}
		System.out.printf("%n%d violations%n", failures.size());
		failures.forEach(System.out::println);
		return failures.isEmpty();
	}

	private void runSeeds(StoreKind store, Load load, int size, List<String> failures) {
		for (long seed = this.firstSeed; seed < this.firstSeed + this.seeds; seed++) {
			try {
				Figures figures = new Cluster(store, load, size, seed).run(WARM_UP, this.duration);
				System.out.println(figures.row(store, load));
			}
			catch (AssertionError ex) {
				ex.printStackTrace();
				failures.add(String.valueOf(ex.getMessage()));
			}
		}
	}

}
