package io.distlock.benchmark.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a workload in rounds. In each, every contestant has its turn, each time in another
 * order, so that a machine that is busy for a while slows all of them down.
 */
public final class Rounds {

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
	 * Run a workload.
	 * @return what each contestant reached, in their order
	 */
	public List<Result> run(Workload workload) throws Exception {
		Map<String, List<Turn>> turns = new LinkedHashMap<>();
		workload.contestants().forEach((contestant) -> turns.put(contestant.name(), new ArrayList<>()));
		for (int round = 0; round <= this.rounds; round++) {
			for (Contestant contestant : rotated(workload.contestants(), round)) {
				Turn turn = turn(workload, contestant);
				if (round > 0) {
					turns.get(contestant.name()).add(turn);
				}
			}
		}
		return results(workload, turns);
	}

	private static List<Contestant> rotated(List<Contestant> all, int round) {
		int first = round % all.size();
		List<Contestant> rotated = new ArrayList<>(all.subList(first, all.size()));
		rotated.addAll(all.subList(0, first));
		return rotated;
	}

	private Turn turn(Workload workload, Contestant contestant) throws Exception {
		long before = workload.counter().count();
		Throughput throughput = Throughput.of(contestant, workload.threads(), workload.shared(), this.turn);
		long commands = workload.counter().count() - before;
		return new Turn(throughput, (before >= 0) ? (double) commands / throughput.total() : Double.NaN);
	}

	private static List<Result> results(Workload workload, Map<String, List<Turn>> turns) {
		List<Turn> floor = turns.get(workload.contestants().get(0).name());
		return workload.contestants().stream().map((contestant) -> {
			List<Turn> own = turns.get(contestant.name());
			List<Double> ratios = new ArrayList<>();
			for (int round = 0; round < own.size(); round++) {
				ratios.add(own.get(round).perSecond() / floor.get(round).perSecond());
			}
			return new Result(contestant.name(), Spread.of(own.stream().map(Turn::perSecond).toList()),
					Spread.of(ratios), Spread.of(own.stream().map((turn) -> turn.throughput().fairness()).toList()),
					Spread.percentile(own.stream().map(Turn::commands).toList(), 0.5));
		}).toList();
	}

	/**
	 * The turn of a contestant.
	 *
	 * @param throughput what it did
	 * @param commands the commands of the server for each cycle
	 */
	private record Turn(Throughput throughput, double commands) {

		double perSecond() {
			return this.throughput.perSecond();
		}

	}

}
