// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Result;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.measure.Window;
import io.distlock.benchmark.report.Report;

/**
 * One key that four threads in each of four JVMs want, again and again.
 */
public final class ContendedKey {

	private static final int MEMBERS = 4;

	private static final int THREADS = 4;

	private static final Duration SETTLING = Duration.ofMillis(300);

	private final Fleet fleet;

	private final String title;

	private final List<String> entries;

	private final List<Goal> goals;

	/**
	 * Create the workload.
	 * @param fleet starts the JVMs
	 * @param what what the threads want
	 * @param entries who takes part, distlock first
	 * @param goals what distlock is to reach
	 */
	public ContendedKey(Fleet fleet, String what, List<String> entries, List<Goal> goals) {
		this.fleet = fleet;
		this.title = "%s, %d JVMs with %d threads each".formatted(what, MEMBERS, THREADS);
		this.entries = entries;
		this.goals = goals;
	}

	/**
	 * Run the workload: a round that warms up, and those that count.
	 */
	public void run(Rounds rounds, Report report) throws Exception {
		Map<String, List<Turn>> turns = new LinkedHashMap<>();
		this.entries.forEach((entry) -> turns.put(entry, new ArrayList<>()));
		for (int round = 0; round <= rounds.number(); round++) {
			for (String entry : Rounds.rotated(this.entries, round)) {
				Turn turn = turn(entry, rounds.turn(round));
				if (round > 0) {
					Objects.requireNonNull(turns.get(entry)).add(turn);
				}
			}
		}
		report(turns, report);
	}

	private Turn turn(String entry, Duration length) throws IOException {
		List<Member> members = this.fleet.members(entry, MEMBERS);
		Window window = Window.after(SETTLING, length);
		members.forEach((member) -> member.order("CONTEND %d %d %d".formatted(THREADS, window.from(), window.until())));
		List<Long> cycles = new ArrayList<>();
		for (Member member : members) {
			cycles.add(member.answer("CYCLES"));
		}
		return new Turn(cycles, window.seconds());
	}

	private void report(Map<String, List<Turn>> turns, Report report) throws IOException {
		Results results = new Results(turns.entrySet()
			.stream()
			.map((own) -> new Result(own.getKey(), own.getValue().stream().map(Turn::perSecond).toList(), List.of(),
					Double.NaN))
			.toList());
		Result ours = results.named(this.entries.get(0));
		report.table(this.title, List.of("Who", "Cycles/s", "distlock is faster by", "Each JVM ÷ its fair share"),
				results.all()
					.stream()
					.map((result) -> List.of(result.name(), result.perSecond().text(0), ours.ratioTo(result).text(),
							shares(turns, result).text()))
					.toList());
		report.bars(this.title, "cycles/s", this.entries,
				results.all().stream().map((result) -> result.perSecond().median()).toList());
		this.goals.forEach((goal) -> report.target(goal.in(this.title, results)));
		report.target(Target.between(this.title, "each JVM ÷ its fair share", 0.5, 2, shares(turns, ours)));
	}

	private static Spread shares(Map<String, List<Turn>> turns, Result result) {
		return Spread.of(Objects.requireNonNull(turns.get(result.name()))
			.stream()
			.flatMap((turn) -> turn.shares().stream())
			.toList());
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

		List<Double> shares() {
			double fair = Math.max(1, total()) / (double) this.cycles.size();
			return this.cycles.stream().map((own) -> own / fair).toList();
		}

		private long total() {
			return this.cycles.stream().mapToLong(Long::longValue).sum();
		}

	}

}
