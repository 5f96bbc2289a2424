// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.idle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.DistlockNode;
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
 * What the starter costs before the first lock: threads, and connections as the server
 * counts them, beside the same application with {@code distlock.enabled=false}. What the
 * application's own client does when it is woken up is told apart.
 */
public final class IdleSuite implements Suite {

	private static final String WITH = "with distlock";

	private static final String WITHOUT = "without distlock";

	private static final String SEPARATOR = "\n";

	private static final Duration MOMENT = Duration.ofMillis(200);

	private static final int CALM = 8;

	private static final List<IdleStore> STORES = List.of(IdleRedis.used(), IdleRedis.unused(), IdleSql.postgresql(),
			IdleSql.mariadb(), IdleZooKeeper.store());

	@Override
	public String name() {
		return "idle";
	}

	@Override
	public String title() {
		return "Before the first lock";
	}

	@Override
	public List<Entry> entries() {
		return List.of(new Entry(WITH, true, (properties) -> DistlockNode.start(WITH, properties.split(SEPARATOR))),
				new Entry(WITHOUT, true, (properties) -> DistlockNode.start(WITHOUT,
						(properties + SEPARATOR + "distlock.enabled=false").split(SEPARATOR))));
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about(String.join(", ", STORES.stream().map(IdleStore::name).toList()));
		List<Cost> costs = new ArrayList<>();
		for (IdleStore store : STORES) {
			costs.add(cost(store));
		}
		report.table("Threads and connections of an application",
				List.of("Store", "Threads without distlock", "Threads with it", "of these its own",
						"Threads after a lock", "Connections without distlock", "Connections with it",
						"Connections after a lock"),
				costs.stream().map(Cost::row).toList());
		report.note("distlock checks a Redis server when the application starts, over the client of the application. "
				+ "An otherwise unused client connects for this check, so added threads and connections have no target "
				+ "there. The databases need no initialization, and distlock alone uses the pool.");
		costs.forEach((cost) -> judge(cost, report));
	}

	private static void judge(Cost cost, Report report) {
		String store = cost.store().name();
		target(report, store, "threads of its own", cost.with().own());
		if (!cost.store().judged()) {
			return;
		}
		target(report, store, "threads added", cost.with().threads() - cost.without().threads());
		target(report, store, "connections added", cost.with().connections() - cost.without().connections());
	}

	private static void target(Report report, String store, String what, long reached) {
		report.target(Target.atMost(store, what, 0, Spread.of(List.of((double) reached))));
	}

	private Cost cost(IdleStore store) throws Exception {
		try (IdleStore.Running running = store.start()) {
			String properties = String.join(SEPARATOR, running.properties());
			Use without;
			try (Fleet fleet = new Fleet(name(), properties)) {
				long before = settled(running);
				without = use(fleet.members(WITHOUT, 1).get(0), running, before);
			}
			try (Fleet fleet = new Fleet(name(), properties)) {
				long before = settled(running);
				Member member = fleet.members(WITH, 1).get(0);
				Use with = use(member, running, before);
				lock(member);
				return new Cost(store, without, with, use(member, running, before));
			}
		}
	}

	private static Use use(Member member, IdleStore.Running running, long before) throws Exception {
		long connections = settled(running) - before;
		member.order("COUNT");
		long threads = member.answer("THREADS");
		member.order("OWN");
		return new Use(threads, member.answer("OWNED"), connections);
	}

	/**
	 * Wait until nothing comes or goes: pools fill slowly, and servers see late who left.
	 */
	private static long settled(IdleStore.Running running) throws Exception {
		long connections = running.connections();
		for (int same = 0; same < CALM; same++) {
			Thread.sleep(MOMENT.toMillis());
			long now = running.connections();
			if (now != connections) {
				connections = now;
				same = -1;
			}
		}
		return connections;
	}

	private static void lock(Member member) throws Exception {
		member.order("LOCK");
		member.answer("LOCKED");
		member.order("RELEASE");
		member.answer("RELEASED");
	}

	/**
	 * What an application has.
	 *
	 * @param threads living threads
	 * @param own those that distlock has started
	 * @param connections connections to the store
	 */
	private record Use(long threads, long own, long connections) {

	}

	/**
	 * What an application has in its states.
	 *
	 * @param store the store
	 * @param without without distlock
	 * @param with before its first lock
	 * @param locked after its first lock
	 */
	private record Cost(IdleStore store, Use without, Use with, Use locked) {

		List<String> row() {
			return List.of(this.store.name(), text(this.without.threads()), text(this.with.threads()),
					text(this.with.own()), text(this.locked.threads()), text(this.without.connections()),
					text(this.with.connections()), text(this.locked.connections()));
		}

		private static String text(long number) {
			return String.valueOf(number);
		}

	}

}
