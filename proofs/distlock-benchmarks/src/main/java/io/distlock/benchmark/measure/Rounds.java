// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs a workload in rounds. In each, every contestant has its turn, each time in another
 * order, so that a machine that is busy for a while slows all of them down.
 */
public final class Rounds {

	private static final Duration SETTLING = Duration.ofMillis(50);

	/**
	 * Counting gets in the way of some servers, so it has a turn of its own.
	 */
	private static final Duration COUNTING = Duration.ofMillis(250);

	/**
	 * The first round, which is not measured, is so many times longer: compilers are at
	 * work for seconds.
	 */
	private static final int WARM_UP = 5;

	private final int rounds;

	private final Duration turn;

	/**
	 * Create a plan.
	 * @param rounds how many rounds are measured, after one that is not
	 * @param turn how long the turn of a contestant is
	 */
	public Rounds(int rounds, Duration turn) {
		this.rounds = rounds;
		this.turn = turn;
	}

	/**
	 * Return how many rounds are measured.
	 */
	public int number() {
		return this.rounds;
	}

	/**
	 * Return how long the turn of a contestant is.
	 */
	public Duration turn() {
		return this.turn;
	}

	/**
	 * Return how long the turn of a contestant is in a round.
	 * @param round its number; the first one warms up
	 */
	public Duration turn(int round) {
		return (round == 0) ? this.turn.multipliedBy(WARM_UP) : this.turn;
	}

	/**
	 * Run a workload.
	 * @return what each contestant reached, in their order
	 */
	public Results run(Workload workload) throws Exception {
		Map<Contestant, List<Throughput>> turns = new LinkedHashMap<>();
		workload.contestants().forEach((contestant) -> turns.put(contestant, new ArrayList<>()));
		for (int round = 0; round <= this.rounds; round++) {
			for (Contestant contestant : rotated(workload.contestants(), round)) {
				Throughput turn = turn(workload, contestant, turn(round));
				if (round > 0) {
					Objects.requireNonNull(turns.get(contestant)).add(turn);
				}
			}
		}
		return results(workload, turns);
	}

	/**
	 * Begin with another one in each round.
	 */
	public static <T> List<T> rotated(List<T> all, int round) {
		List<T> rotated = new ArrayList<>(all);
		Collections.rotate(rotated, -round);
		return rotated;
	}

	private static Throughput turn(Workload workload, Contestant contestant, Duration length) throws Exception {
		return Throughput.of(contestant, workload.threads(), workload.shared(), Window.after(SETTLING, length));
	}

	private static Results results(Workload workload, Map<Contestant, List<Throughput>> turns) throws Exception {
		List<Result> results = new ArrayList<>();
		for (Map.Entry<Contestant, List<Throughput>> own : turns.entrySet()) {
			results.add(new Result(own.getKey().name(), own.getValue().stream().map(Throughput::perSecond).toList(),
					own.getValue().stream().map(Throughput::fairness).toList(), commands(workload, own.getKey())));
		}
		return new Results(results);
	}

	private static double commands(Workload workload, Contestant contestant) throws Exception {
		if (workload.counter().unit().isEmpty()) {
			return Double.NaN;
		}
		CommandCounter.Counting counting = workload.counter().start();
		Throughput turn = turn(workload, contestant, COUNTING);
		return (double) counting.stop() / turn.all();
	}

}
