// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.herd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.HerdStore;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.redis.RedisHerd;
import io.distlock.benchmark.report.Report;
import io.distlock.benchmark.sql.SqlHerd;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * What it costs the server to hand a lock over while few or many nodes wait for it, and
 * while some stand first in line that are there no more. All nodes are in one JVM, each
 * with a provider, an engine and connections of its own.
 */
public final class HerdSuite implements Suite {

	private static final List<Integer> NUMBERS = List.of(2, 10, 100, 1000, 2000);

	/**
	 * With more nodes to a core, what the server does for their connections alone differs
	 * from one second to the next by more than a hand-over costs.
	 */
	private static final int MOST_NODES = 50 * Runtime.getRuntime().availableProcessors();

	private static final double FLAT = 1.2;

	private final String name;

	private final String title;

	private final List<HerdStore> stores;

	private HerdSuite(String name, String title, List<HerdStore> stores) {
		this.name = name;
		this.title = title;
		this.stores = stores;
	}

	/**
	 * Many nodes that wait on Redis.
	 */
	public static HerdSuite redis() {
		return new HerdSuite("herd-redis", "Redis", RedisHerd.all());
	}

	/**
	 * Many nodes that wait on PostgreSQL, where they hear of releases.
	 */
	public static HerdSuite postgresql() {
		return new HerdSuite("herd-postgresql", "PostgreSQL", List.of(SqlHerd.postgresql()));
	}

	/**
	 * Many nodes that wait on MariaDB, where they ask now and then.
	 */
	public static HerdSuite mariadb() {
		return new HerdSuite("herd-mariadb", "MariaDB", List.of(SqlHerd.mariadb()));
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String title() {
		return "Many waiting nodes on " + this.title;
	}

	/**
	 * Turns of a second and more have all nodes; shorter ones are for a try, with fewer.
	 */
	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		LoggingSystem.get(HerdSuite.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.OFF);
		report.about(this.title);
		for (HerdStore store : this.stores) {
			List<Waiting> all = new ArrayList<>();
			for (int number : numbers(store, rounds)) {
				Waiting waiting = measure(store, number, rounds);
				System.out.printf("%s: %s%n", store.name(), String.join(" | ", waiting.row()));
				all.add(waiting);
			}
			report(store, all, report);
		}
	}

	private static List<Integer> numbers(HerdStore store, Rounds rounds) {
		double part = Math.min(1, rounds.turn().toMillis() / 1000.0);
		return NUMBERS.stream()
			.filter((number) -> number <= Math.min(store.mostNodes(), MOST_NODES)
					&& number <= part * NUMBERS.get(NUMBERS.size() - 1))
			.toList();
	}

	private static Waiting measure(HerdStore store, int number, Rounds rounds) throws Exception {
		Duration settling = Duration.ofMillis(500 + 4L * number);
		Duration hold = store.polls() ? Duration.ofSeconds(1) : Duration.ofMillis(30 + number);
		try (HerdStore.Running running = store.starting().start(); Herd herd = new Herd(running, number, hold)) {
			herd.gather();
			herd.settle(settling);
			herd.handOvers(rounds.turn());
			List<Herd.Turn> turns = new ArrayList<>();
			for (int round = 0; round < rounds.number(); round++) {
				turns.add(herd.handOvers(rounds.turn()));
			}
			herd.settle(settling);
			Herd.Use held = herd.hold(Duration.ofSeconds(3));
			return new Waiting(number, turns, held, pastDead(herd, 1, settling, rounds),
					pastDead(herd, 20, settling, rounds), herd.failures());
		}
	}

	/**
	 * Who was given up once need not be tried again.
	 */
	private static List<Double> pastDead(Herd herd, int dead, Duration settling, Rounds rounds) throws Exception {
		List<Double> millis = new ArrayList<>();
		do {
			millis.add(herd.handOverPastDead(dead, settling));
		}
		while (millis.size() < rounds.number() && millis.get(millis.size() - 1) < Herd.PATIENCE.toMillis());
		return millis;
	}

	private void report(HerdStore store, List<Waiting> all, Report report) throws Exception {
		String table = "%s, %s".formatted(this.title, store.name());
		report.table(table,
				List.of("Nodes", "Server CPU, ms", "with waiting, ms", store.unit(), "Hand-over p50, ms", "p99, ms",
						"past 1 dead, ms", "past 20 dead, ms", "Attempts/s", "Attempts/s while held",
						"CPU while held, %", "Failures"),
				all.stream().map(Waiting::row).toList());
		List<Waiting> known = all.stream().filter((waiting) -> waiting.cpu().least() > 0).toList();
		if (!known.isEmpty()) {
			report.bars(table, "ms of server CPU for a hand-over",
					known.stream().map((waiting) -> String.valueOf(waiting.number())).toList(),
					known.stream().map((waiting) -> waiting.cpu().median()).toList());
		}
		if (!store.name().equals(StoreSuite.OURS)) {
			return;
		}
		if (store.polls()) {
			all.forEach((waiting) -> report
				.target(Target.atMost(table, "attempts a second ÷ %d waiting nodes".formatted(waiting.number()), 1,
						Spread.of(List.of(waiting.attemptsPerSecond() / waiting.number())))));
		}
		else if (known.size() > 1) {
			Waiting most = known.get(known.size() - 1);
			Waiting least = known.get(0);
			report.target(Target.atMost(table,
					"server CPU of a hand-over, %d ÷ %d nodes".formatted(most.number(), least.number()), FLAT,
					Spread.of(List.of(most.cpu().median() / least.cpu().median()))));
		}
	}

	/**
	 * What was seen of a number of nodes.
	 *
	 * @param number how many
	 * @param turns hand-overs, by round
	 * @param held while nothing was released
	 * @param pastOne how long hand-overs took where a dead node stood first
	 * @param pastTwenty the same with twenty
	 * @param failures how often a node was refused an answer
	 */
	private record Waiting(int number, List<Herd.Turn> turns, Herd.Use held, List<Double> pastOne,
			List<Double> pastTwenty, long failures) {

		List<String> row() {
			List<Double> millis = this.turns.stream().flatMap((turn) -> turn.millis().stream()).toList();
			return List.of(String.format(Locale.ROOT, "%d nodes (%d hand-overs)", this.number, millis.size()),
					text(cpu(), 3), cpu(0).text(3), text(commands(), 1),
					Spread.number(Spread.percentile(millis, 0.5), 2), Spread.number(Spread.percentile(millis, 0.99), 2),
					Spread.of(this.pastOne).text(1), Spread.of(this.pastTwenty).text(1), attempts(attemptsPerSecond()),
					attempts(1000 * this.held.attempts() / this.held.millis()),
					Spread.number(100 * this.held.cpuMillis() / this.held.millis(), 1), String.valueOf(this.failures));
		}

		/**
		 * Return a difference, unless what is taken off differs by more than is left.
		 */
		private static String text(Spread difference, int decimals) {
			return (difference.least() > 0) ? difference.text(decimals) : Spread.number(Double.NaN, decimals);
		}

		private static String attempts(double perSecond) {
			return Spread.number((perSecond > 0) ? perSecond : Double.NaN, 0);
		}

		Spread cpu() {
			return cpu(this.held.cpuMillis() / this.held.millis());
		}

		/**
		 * Return what the server uses for each hand-over.
		 * @param anyway what it uses at any time, which is not counted, in milliseconds
		 * for each
		 */
		Spread cpu(double anyway) {
			return perHandOver(Herd.Use::cpuMillis, anyway);
		}

		Spread commands() {
			return perHandOver(Herd.Use::commands, this.held.commands() / this.held.millis());
		}

		private Spread perHandOver(ToDoubleFunction<Herd.Use> amount, double anyway) {
			return Spread.of(this.turns.stream()
				.map((turn) -> (amount.applyAsDouble(turn.use()) - anyway * turn.use().millis()) / turn.millis().size())
				.toList());
		}

		double attemptsPerSecond() {
			return 1000.0 * this.turns.stream().mapToLong((turn) -> turn.use().attempts()).sum()
					/ this.turns.stream().mapToDouble((turn) -> turn.use().millis()).sum();
		}

	}

}
