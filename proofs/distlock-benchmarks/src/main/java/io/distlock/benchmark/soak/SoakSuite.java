// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.cluster.Fleet;
import io.distlock.benchmark.cluster.Member;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.IdleStore;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.redis.IdleRedis;
import io.distlock.benchmark.report.Report;
import io.distlock.benchmark.sql.IdleSql;
import io.distlock.benchmark.zookeeper.IdleZooKeeper;

/**
 * Heap, threads, connections and keys of three applications under a steady load. The
 * samples after a warm-up are in three parts; a quantity of the last part must not be
 * above the second part.
 */
public final class SoakSuite implements Suite {

	private static final int NODES = 3;

	private static final Duration INTERVAL = Duration.ofSeconds(10);

	/**
	 * The share of the samples before the first third.
	 */
	private static final int WARM_UP_DIVISOR = 5;

	/**
	 * Records of unused keys expire during the warm-up.
	 */
	private static final Duration SHORTEST = Duration.ofMinutes(5);

	/**
	 * The wait time is longer than a pause of a busy machine, and unused keys are deleted
	 * within minutes.
	 */
	private static final List<String> PROPERTIES = List.of("distlock.redis.token-retention=20s",
			"distlock.jdbc.purge-after=20s", "distlock.scheduling.history-size=10", "distlock.wait-time=1m");

	private static final String SEPARATOR = "\n";

	private static final List<Quantity> QUANTITIES = Stream
		.of(Quantity.ofNodes("Heap, MB", 1.05, 1), Quantity.ofNodes("Threads", 1, 3),
				Stream.of(new Quantity("Connections", false, 1, 3), new Quantity("Keys", true, 1.15, 30)),
				Stream.of(Quantity.unjudged("Operations"), Quantity.unjudged("Failures")))
		.flatMap((quantities) -> quantities)
		.toList();

	private final String name;

	private final String title;

	private final IdleStore store;

	private SoakSuite(String name, String title, IdleStore store) {
		this.name = name;
		this.title = title;
		this.store = store;
	}

	/**
	 * Locks in Redis.
	 */
	public static SoakSuite redis() {
		return new SoakSuite("soak-redis", "Redis", IdleRedis.used());
	}

	/**
	 * Locks in PostgreSQL.
	 */
	public static SoakSuite postgresql() {
		return new SoakSuite("soak-postgresql", "PostgreSQL", IdleSql.postgresql());
	}

	/**
	 * Locks in MariaDB.
	 */
	public static SoakSuite mariadb() {
		return new SoakSuite("soak-mariadb", "MariaDB", IdleSql.mariadb());
	}

	/**
	 * Locks in ZooKeeper.
	 */
	public static SoakSuite zooKeeper() {
		return new SoakSuite("soak-zookeeper", "ZooKeeper", IdleZooKeeper.store());
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String title() {
		return "Resources over time, " + this.title;
	}

	@Override
	public boolean isCheck() {
		return true;
	}

	@Override
	public List<Entry> entries() {
		return List.of(new Entry(this.name, true, (properties) -> SoakNode.start(properties.split(SEPARATOR))));
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		Duration time = rounds.turn().multipliedBy(rounds.number());
		if (time.compareTo(SHORTEST) < 0) {
			throw new IllegalArgumentException(
					"A soak takes at least %d seconds, in rounds of --seconds".formatted(SHORTEST.toSeconds()));
		}
		report.about("three applications with locks in " + this.title);
		List<List<Double>> samples = samples(time);
		List<String> seconds = IntStream.rangeClosed(1, samples.size())
			.mapToObj((i) -> String.valueOf(i * INTERVAL.toSeconds()))
			.toList();
		report.table("Resources over time",
				Stream.concat(Stream.of("Second"), QUANTITIES.stream().map(Quantity::name)).toList(),
				IntStream.range(0, samples.size())
					.mapToObj((i) -> Stream
						.concat(Stream.of(seconds.get(i)),
								samples.get(i).stream().map((value) -> Spread.number(value, 1)))
						.toList())
					.toList());
		judge(samples, report);
	}

	private List<List<Double>> samples(Duration time) throws Exception {
		List<List<Double>> samples = new ArrayList<>();
		try (IdleStore.Running running = this.store.start()) {
			String properties = String.join(SEPARATOR,
					Stream.concat(running.properties().stream(), PROPERTIES.stream()).toList());
			try (Fleet fleet = new Fleet(this.name, properties)) {
				List<Member> members = fleet.members(this.name, NODES);
				long next = System.nanoTime();
				for (long i = 0; i < time.dividedBy(INTERVAL); i++) {
					next += INTERVAL.toNanos();
					Thread.sleep(Math.max(0, Duration.ofNanos(next - System.nanoTime()).toMillis()));
					samples.add(sample(members, running));
					System.out.println(samples.get(samples.size() - 1));
				}
			}
		}
		return samples;
	}

	private static List<Double> sample(List<Member> members, IdleStore.Running running) throws Exception {
		List<Double> sample = new ArrayList<>();
		for (long bytes : ask(members, "HEAP", "BYTES")) {
			sample.add(bytes / 1e6);
		}
		ask(members, "COUNT", "THREADS").forEach((threads) -> sample.add((double) threads));
		sample.add((double) running.connections());
		sample.add((double) running.keys());
		sample.add((double) sum(ask(members, "WORKED", "OPERATIONS")));
		sample.add((double) sum(ask(members, "FAILED", "FAILURES")));
		return sample;
	}

	private static List<Long> ask(List<Member> members, String order, String answer) throws Exception {
		List<Long> answers = new ArrayList<>();
		for (Member member : members) {
			member.order(order);
			answers.add(member.answer(answer));
		}
		return answers;
	}

	private static long sum(List<Long> numbers) {
		return numbers.stream().mapToLong(Long::longValue).sum();
	}

	private static List<Double> column(List<List<Double>> samples, int number) {
		return samples.stream().map((sample) -> sample.get(number)).toList();
	}

	private void judge(List<List<Double>> samples, Report report) throws Exception {
		List<List<Double>> warm = samples.subList(samples.size() / WARM_UP_DIVISOR, samples.size());
		List<Double> operations = column(warm, QUANTITIES.size() - 2);
		Map<String, List<Double>> charted = new LinkedHashMap<>();
		for (int i = 0; i < QUANTITIES.size(); i++) {
			Quantity quantity = QUANTITIES.get(i);
			if (quantity.isJudged()) {
				report.target(quantity.target(this.title, column(warm, i), operations));
				charted.put(quantity.name(), column(samples, i));
			}
		}
		List<Double> last = samples.get(samples.size() - 1);
		report.target(Target.atMost(this.title, "Failures of 100 operations", 1,
				Spread.of(List.of(100 * last.get(last.size() - 1) / last.get(last.size() - 2)))));
		report.lines("Over time", "Sample, every %d s".formatted(INTERVAL.toSeconds()), charted);
	}

	/**
	 * Quantity of a sample.
	 *
	 * @param name the name with the unit
	 * @param followsLoad whether the number depends on the rate of operations and on the
	 * time since a purge, so that the bound is the maximum of the second third and rises
	 * with the rate
	 * @param factor the highest ratio of the median of the last third, or
	 * {@link Double#NaN} for a number that rises
	 * @param slack the difference that is no growth
	 */
	private record Quantity(String name, boolean followsLoad, double factor, double slack) {

		static Stream<Quantity> ofNodes(String name, double factor, double slack) {
			return IntStream.rangeClosed(1, NODES)
				.mapToObj((node) -> new Quantity("%s of node %d".formatted(name, node), false, factor, slack));
		}

		static Quantity unjudged(String name) {
			return new Quantity(name, false, Double.NaN, 0);
		}

		boolean isJudged() {
			return !Double.isNaN(this.factor);
		}

		Target target(String store, List<Double> values, List<Double> operations) {
			int third = values.size() / 3;
			List<Double> second = values.subList(third, 2 * third);
			double rise = (operations.get(3 * third - 1) - operations.get(2 * third))
					/ (operations.get(2 * third - 1) - operations.get(third));
			double before = this.followsLoad ? Spread.of(second).most() * Math.max(1, rise)
					: Spread.of(second).median();
			return Target.atMost(store, this.name, before * this.factor + this.slack,
					Spread.of(values.subList(2 * third, values.size())));
		}

	}

}
