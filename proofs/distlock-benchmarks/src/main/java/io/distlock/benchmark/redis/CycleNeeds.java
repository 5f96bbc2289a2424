// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.measure.CommandCounter.Counting;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.relay.CountingRelay;

/**
 * What one contestant needs for one cycle without waiters: the commands that its client
 * sends and the server runs are counted by the server, the round trips that the client
 * waits for by a relay.
 */
final class CycleNeeds {

	private static final String TITLE = "What one cycle needs, without waiters";

	private static final int WARM_UP = 1000;

	private static final int CYCLES = 500;

	/**
	 * Commands that are seen less often do not belong to a cycle.
	 */
	private static final double RARE = 0.05;

	private final RedisServer server;

	CycleNeeds(RedisServer server) {
		this.server = server;
	}

	/**
	 * Count for the floor and all products, one after another.
	 */
	void run(List<Entry> entries, Report report) throws Exception {
		List<Needs> all = new ArrayList<>();
		try (CountingRelay relay = new CountingRelay(this.server.port())) {
			try (LettuceFloor floor = new LettuceFloor(relay.port())) {
				all.add(count(floor, relay));
			}
			for (Entry entry : entries) {
				try (Contestant opened = entry.open(String.valueOf(relay.port()))) {
					all.add(count(opened, relay));
				}
			}
		}
		report.table(TITLE,
				List.of("Who", "Round trips", "Commands sent", "Commands run", "Server CPU, µs", "Which commands"),
				all.stream().map(Needs::row).toList());
		Needs floor = all.get(0);
		Needs ours = all.stream().filter((needs) -> needs.name().equals(StoreSuite.OURS)).findFirst().orElseThrow();
		report.target(Target.atMost(TITLE, "round trips of distlock ÷ the floor", 1,
				Spread.of(List.of(ours.roundTrips() / floor.roundTrips()))));
	}

	private Needs count(Contestant contestant, CountingRelay relay) throws Exception {
		cycle(contestant, WARM_UP);
		try (RedisUsage usage = new RedisUsage(this.server)) {
			Map<String, Long> calls = usage.calls();
			double cpu = usage.cpuMicros();
			int roundTrips = relay.roundTrips();
			cycle(contestant, CYCLES);
			double waited = (relay.roundTrips() - roundTrips) / (double) CYCLES;
			double spent = (usage.cpuMicros() - cpu) / CYCLES;
			Map<String, Double> run = each(calls, usage.calls());
			return new Needs(contestant.name(), waited, sent(contestant), run, spent);
		}
	}

	private double sent(Contestant contestant) throws Exception {
		Counting counting = new RedisMonitor(this.server);
		cycle(contestant, CYCLES);
		return counting.stop() / (double) CYCLES;
	}

	private static void cycle(Contestant contestant, int times) throws Exception {
		for (int cycle = 0; cycle < times; cycle++) {
			contestant.cycle("needs");
		}
	}

	private static Map<String, Double> each(Map<String, Long> before, Map<String, Long> after) {
		return after.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey,
					(call) -> (call.getValue() - before.getOrDefault(call.getKey(), 0L)) / (double) CYCLES));
	}

	/**
	 * What one contestant needs for each cycle.
	 *
	 * @param name who
	 * @param roundTrips the round trips that are waited for
	 * @param sent the commands of the client
	 * @param run the commands that the server ran, by their names
	 * @param cpuMicros the time of the server's main thread
	 */
	private record Needs(String name, double roundTrips, double sent, Map<String, Double> run, double cpuMicros) {

		List<String> row() {
			return List.of(this.name, Spread.number(this.roundTrips, 2), Spread.number(this.sent, 2),
					Spread.number(this.run.values().stream().mapToDouble(Double::doubleValue).sum(), 2),
					Spread.number(this.cpuMicros, 1), which());
		}

		private String which() {
			return this.run.entrySet()
				.stream()
				.filter((call) -> call.getValue() >= RARE)
				.sorted(Map.Entry.comparingByKey())
				.map((call) -> String.format(Locale.ROOT, "%s %.1f", call.getKey(), call.getValue()).replace(".0", ""))
				.collect(Collectors.joining(", "));
		}

	}

}
