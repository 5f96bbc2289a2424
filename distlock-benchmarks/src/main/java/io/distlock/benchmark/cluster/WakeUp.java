package io.distlock.benchmark.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.report.Report;

/**
 * How long it takes from a release in one JVM until a waiter in another one has the lock,
 * counted from before the release.
 */
public final class WakeUp {

	private static final int HAND_OVERS = 40;

	private static final Duration SETTLE = Duration.ofMillis(30);

	private final Fleet fleet;

	private final List<String> entries;

	/**
	 * Create the workload.
	 * @param fleet starts the JVMs
	 * @param entries who takes part
	 */
	public WakeUp(Fleet fleet, List<String> entries) {
		this.fleet = fleet;
		this.entries = entries;
	}

	/**
	 * Run the workload.
	 */
	public void run(Rounds rounds, Report report) throws Exception {
		Map<String, List<Double>> millis = new LinkedHashMap<>();
		for (int round = 0; round < rounds.number(); round++) {
			for (String entry : this.entries) {
				millis.computeIfAbsent(entry, (name) -> new ArrayList<>()).addAll(measure(entry));
			}
		}
		report.table("Wake-up of a waiter in another JVM, ms", List.of("Who", "p50", "p99"),
				this.entries.stream()
					.map((entry) -> List.of(entry, Report.number(Spread.percentile(millis.get(entry), 0.5), 2),
							Report.number(Spread.percentile(millis.get(entry), 0.99), 2)))
					.toList());
	}

	private List<Double> measure(String entry) throws Exception {
		List<Double> millis = new ArrayList<>();
		try (Member one = this.fleet.start(entry); Member other = this.fleet.start(entry)) {
			one.answer("READY");
			other.answer("READY");
			Member holder = one;
			Member waiter = other;
			lock(holder);
			for (int i = 0; i < HAND_OVERS; i++) {
				waiter.order("LOCK");
				Thread.sleep(SETTLE.toMillis());
				holder.order("RELEASE");
				long releasedAt = holder.answer("RELEASED");
				millis.add((waiter.answer("LOCKED") - releasedAt) / 1e6);
				Member next = holder;
				holder = waiter;
				waiter = next;
			}
			holder.order("RELEASE");
			holder.answer("RELEASED");
		}
		return millis.subList(HAND_OVERS / 4, HAND_OVERS);
	}

	private static void lock(Member member) throws Exception {
		member.order("LOCK");
		member.answer("LOCKED");
	}

}
