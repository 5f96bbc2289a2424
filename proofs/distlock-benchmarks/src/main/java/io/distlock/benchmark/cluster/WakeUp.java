// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.report.Report;

/**
 * How long it takes from a release in one JVM until a waiter in another one has the lock,
 * counted from before the release. The two take turns, so both directions are measured.
 */
public final class WakeUp {

	private static final String TITLE = "Wake-up of a waiter in another JVM";

	private static final double BOUND = 1.5;

	/**
	 * Enough in five rounds for a 99th percentile.
	 */
	private static final int HAND_OVERS_A_SECOND = 24;

	private static final int WARM_UP = 30;

	private static final Duration SETTLE = Duration.ofMillis(30);

	private static final Duration SETTLE_WARM_UP = Duration.ofMillis(3);

	private final Fleet fleet;

	private final List<String> entries;

	/**
	 * Create the workload.
	 * @param fleet starts the JVMs
	 * @param entries who takes part; the floor, if there is one, and distlock come first
	 */
	public WakeUp(Fleet fleet, List<String> entries) {
		this.fleet = fleet;
		this.entries = entries;
	}

	/**
	 * Run the workload.
	 */
	public void run(Rounds rounds, Report report) throws Exception {
		Map<String, List<List<Double>>> millis = new LinkedHashMap<>();
		for (String entry : this.entries) {
			measure(entry, WARM_UP, SETTLE_WARM_UP);
			millis.put(entry, new ArrayList<>());
		}
		int handOvers = (int) Math.ceil(HAND_OVERS_A_SECOND * rounds.turn().toMillis() / 1000.0);
		for (int round = 0; round < rounds.number(); round++) {
			for (String entry : Rounds.rotated(this.entries, round)) {
				Objects.requireNonNull(millis.get(entry)).add(measure(entry, handOvers, SETTLE));
			}
		}
		report(millis, report);
	}

	private List<Double> measure(String entry, int handOvers, Duration settle) throws Exception {
		List<Member> pair = this.fleet.members(entry, 2);
		List<Double> millis = new ArrayList<>();
		begin(entry, pair);
		for (int i = 0; i < handOvers; i++) {
			Member holder = pair.get(i % 2);
			Member waiter = pair.get((i + 1) % 2);
			waiter.order("LOCK");
			Thread.sleep(settle.toMillis());
			holder.order("RELEASE");
			long releasedAt = holder.answer("RELEASED");
			millis.add((waiter.answer("LOCKED") - releasedAt) / 1e6);
		}
		end(entry, pair.get(handOvers % 2));
		return millis;
	}

	private static void begin(String entry, List<Member> pair) throws IOException {
		pair.get(0).order("LOCK");
		if (Contestant.isFloor(entry)) {
			pair.get(1).order("SERVE");
		}
		pair.get(0).answer("LOCKED");
	}

	/**
	 * A signal that no one waits for would be heard in the next round.
	 */
	private static void end(String entry, Member holder) throws IOException {
		if (!Contestant.isFloor(entry)) {
			holder.order("RELEASE");
			holder.answer("RELEASED");
		}
	}

	private void report(Map<String, List<List<Double>>> millis, Report report) throws IOException {
		List<Waking> all = millis.entrySet().stream().map((own) -> new Waking(own.getKey(), own.getValue())).toList();
		Waking first = all.get(0);
		boolean floor = Contestant.isFloor(first.name());
		report.table(TITLE, List.of("Who", "Median, ms", "p99, ms", "Median ÷ floor", "p99 ÷ floor"),
				all.stream()
					.map((own) -> List.of(own.name(), own.medians().text(), Spread.number(own.percentile(0.99), 2),
							floor ? Spread.number(own.ratio(first, 0.5), 2) : "–",
							floor ? Spread.number(own.ratio(first, 0.99), 2) : "–"))
					.toList());
		report.bars(TITLE, "median, ms", this.entries, all.stream().map((own) -> own.percentile(0.5)).toList());
		if (floor) {
			Waking ours = all.get(1);
			target(report, "p50", ours.ratio(first, 0.5));
			target(report, "p99", ours.ratio(first, 0.99));
		}
	}

	private static void target(Report report, String percentile, double ratio) {
		report.target(Target.atMost(TITLE, "distlock ÷ one signal, " + percentile, BOUND, Spread.of(List.of(ratio))));
	}

	/**
	 * How long the wake-ups of a contestant took.
	 *
	 * @param name the contestant
	 * @param rounds milliseconds, by round
	 */
	private record Waking(String name, List<List<Double>> rounds) {

		Spread medians() {
			return Spread.of(this.rounds.stream().map((round) -> Spread.percentile(round, 0.5)).toList());
		}

		double percentile(double share) {
			return Spread.percentile(this.rounds.stream().flatMap(List::stream).toList(), share);
		}

		double ratio(Waking floor, double share) {
			return percentile(share) / floor.percentile(share);
		}

	}

}
