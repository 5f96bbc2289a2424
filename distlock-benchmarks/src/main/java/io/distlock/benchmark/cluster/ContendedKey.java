package io.distlock.benchmark.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.report.Report;

/**
 * One key that four threads in each of four JVMs want, again and again.
 */
public final class ContendedKey {

	private static final int MEMBERS = 4;

	private static final int THREADS = 4;

	private final Fleet fleet;

	private final List<String> entries;

	/**
	 * Create the workload.
	 * @param fleet starts the JVMs
	 * @param entries who takes part
	 */
	public ContendedKey(Fleet fleet, List<String> entries) {
		this.fleet = fleet;
		this.entries = entries;
	}

	/**
	 * Run the workload.
	 */
	public void run(Rounds rounds, Report report) throws Exception {
		Map<String, List<Turn>> turns = new LinkedHashMap<>();
		for (int round = 0; round < rounds.number(); round++) {
			for (String entry : this.entries) {
				turns.computeIfAbsent(entry, (name) -> new ArrayList<>()).add(turn(entry, rounds));
			}
		}
		report.table("One key, %d JVMs with %d threads each".formatted(MEMBERS, THREADS),
				List.of("Who", "Cycles/s", "distlock is faster by", "Fewest of a JVM ÷ fair share",
						"Most of a JVM ÷ fair share"),
				this.entries.stream().map((entry) -> row(entry, turns)).toList());
	}

	private List<String> row(String entry, Map<String, List<Turn>> turns) {
		List<Turn> own = turns.get(entry);
		List<Turn> ours = turns.get(this.entries.get(0));
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < own.size(); round++) {
			ratios.add(ours.get(round).perSecond() / own.get(round).perSecond());
		}
		return List.of(entry, Report.number(Spread.percentile(own.stream().map(Turn::perSecond).toList(), 0.5), 0),
				Spread.of(ratios).text(),
				Report.number(own.stream().mapToDouble(Turn::least).min().orElse(Double.NaN), 2),
				Report.number(own.stream().mapToDouble(Turn::most).max().orElse(Double.NaN), 2));
	}

	private Turn turn(String entry, Rounds rounds) throws Exception {
		List<Member> members = new ArrayList<>();
		try {
			for (int member = 0; member < MEMBERS; member++) {
				members.add(this.fleet.start(entry));
			}
			for (Member member : members) {
				member.answer("READY");
			}
			contend(members, 1000);
			return new Turn(contend(members, rounds.turn().toMillis()), rounds.turn().toMillis() / 1000.0);
		}
		finally {
			for (Member member : members) {
				member.close();
			}
		}
	}

	private static List<Long> contend(List<Member> members, long millis) throws Exception {
		members.forEach((member) -> member.order("CONTEND %d %d".formatted(THREADS, millis)));
		List<Long> cycles = new ArrayList<>();
		for (Member member : members) {
			cycles.add(member.answer("CYCLES"));
		}
		return cycles;
	}

	/**
	 * What the JVMs did.
	 *
	 * @param cycles the cycles of each JVM
	 * @param seconds how long it took
	 */
	private record Turn(List<Long> cycles, double seconds) {

		double perSecond() {
			return total() / this.seconds;
		}

		double least() {
			return this.cycles.stream().mapToLong(Long::longValue).min().orElse(0) / fairShare();
		}

		double most() {
			return this.cycles.stream().mapToLong(Long::longValue).max().orElse(0) / fairShare();
		}

		private double fairShare() {
			return Math.max(1, total()) / (double) this.cycles.size();
		}

		private long total() {
			return this.cycles.stream().mapToLong(Long::longValue).sum();
		}

	}

}
