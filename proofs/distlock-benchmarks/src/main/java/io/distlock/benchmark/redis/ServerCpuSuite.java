// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.redis.DistlockCalls.Cycle;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.redis.RedisConsole;
import io.distlock.testserver.redis.RedisServer;

/**
 * What locks without waiters cost the main thread of a Redis server, as it counts itself:
 * commands come in batches, so that neither the client nor the network has a part in it.
 */
public final class ServerCpuSuite implements Suite {

	private static final String TITLE = "Server CPU of a cycle";

	private static final int BATCH = 500;

	/**
	 * How many cycles a turn of one second stands for.
	 */
	private static final int CYCLES_A_SECOND = 20_000;

	@Override
	public String name() {
		return "server-cpu";
	}

	@Override
	public String title() {
		return "What the server spends";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		int number = (int) Math.max(1, rounds.turn().toMillis() * CYCLES_A_SECOND / 1000 / BATCH) * BATCH;
		try (RedisServer server = new RedisServer().start();
				RedisConsole console = server.console();
				RedisUsage usage = new RedisUsage(server)) {
			report.about("Redis " + server.info("redis_version"));
			List<PipelinedCycle> all = all(console, number);
			Map<String, List<Double>> micros = new LinkedHashMap<>();
			for (int round = 0; round <= rounds.number(); round++) {
				for (PipelinedCycle each : Rounds.rotated(all, round)) {
					double spent = micros(each, number, console, usage);
					if (round > 0) {
						micros.computeIfAbsent(each.name(), (name) -> new ArrayList<>()).add(spent);
					}
				}
			}
			report(all.stream().map(PipelinedCycle::name).toList(), micros, number, report);
		}
	}

	private static List<PipelinedCycle> all(RedisConsole console, int number) {
		List<Cycle> recorded = DistlockCalls.record(console, number);
		return List.of(BareCycle.floor(ScriptedCycle.load(console, LettuceFloor.DELETE)), BareCycle.plain(),
				ScriptedCycle.empty(recorded, console), ScriptedCycle.distlock(recorded, console));
	}

	private static double micros(PipelinedCycle cycle, int number, RedisConsole console, RedisUsage usage) {
		console.send("FLUSHALL");
		double before = usage.cpuMicros();
		for (int first = 0; first < number; first += BATCH) {
			run(cycle, first, console);
		}
		return (usage.cpuMicros() - before) / number;
	}

	private static void run(PipelinedCycle cycle, int first, RedisConsole console) {
		List<Object[]> commands = new ArrayList<>(BATCH);
		for (int i = 0; i < BATCH; i++) {
			commands.add(cycle.acquire(first + i));
		}
		List<Object> acquired = console.pipeline(commands);
		commands.clear();
		for (int i = 0; i < BATCH; i++) {
			commands.add(cycle.release(first + i, acquired.get(i)));
		}
		if (!console.pipeline(commands).stream().allMatch(cycle::isReleased)) {
			throw new IllegalStateException("Not all locks were released: " + cycle.name());
		}
	}

	private static void report(List<String> names, Map<String, List<Double>> micros, int number, Report report)
			throws Exception {
		List<Double> floor = of(names.get(0), micros);
		report.table(TITLE, List.of("What", "µs a cycle", "÷ floor"), names.stream()
			.map((name) -> List.of(name, Spread.of(of(name, micros)).text(1), beside(of(name, micros), floor).text()))
			.toList());
		report.bars(TITLE, "µs", names, names.stream().map((name) -> Spread.of(of(name, micros)).median()).toList());
		report.note("Each round has %d cycles on %d keys, in batches of %d acquires and their %d releases."
			.formatted(number, DistlockCalls.KEYS, BATCH, BATCH));
	}

	private static List<Double> of(String name, Map<String, List<Double>> micros) {
		return Objects.requireNonNull(micros.get(name));
	}

	private static Spread beside(List<Double> own, List<Double> floor) {
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < own.size(); round++) {
			ratios.add(own.get(round) / floor.get(round));
		}
		return Spread.of(ratios);
	}

}
