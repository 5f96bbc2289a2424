// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.benchmark.cluster.ContendedKey;
import io.distlock.benchmark.cluster.Fleet;
import io.distlock.benchmark.cluster.WakeUp;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;

/**
 * The workloads that every store goes through.
 */
public final class StoreSuite {

	/**
	 * What distlock is called where it runs with its defaults.
	 */
	public static final String OURS = "distlock";

	private final String store;

	private final String address;

	private final List<Entry> entries;

	private final CommandCounter counter;

	/**
	 * Create the suite of a store.
	 * @param store its name on the command line
	 * @param address where it is, for the entries
	 * @param entries distlock, and the peers
	 * @param counter counts the commands of the server
	 */
	public StoreSuite(String store, String address, List<Entry> entries, CommandCounter counter) {
		this.store = store;
		this.address = address;
		this.entries = entries;
		this.counter = counter;
	}

	/**
	 * Run the workloads of one JVM.
	 * @param floor the least that the store can be asked to do
	 * @param goals what distlock is to reach without waiters
	 */
	public void withinOneJvm(Contestant floor, List<Goal> goals, Rounds rounds, Report report) throws Exception {
		List<Contestant> all = new ArrayList<>(List.of(floor));
		try {
			for (Entry entry : this.entries) {
				all.add(entry.open(this.address));
			}
			uncontended(all, goals, rounds, report);
			contended(all, rounds, report);
		}
		finally {
			for (Contestant opened : all.subList(1, all.size())) {
				opened.close();
			}
		}
	}

	private void uncontended(List<Contestant> all, List<Goal> goals, Rounds rounds, Report report) throws Exception {
		for (int threads : List.of(1, 8)) {
			String title = (threads == 1) ? "1 thread" : "%d threads, a key for each".formatted(threads);
			Workload workload = new Workload(title, threads, false, this.counter, all);
			Results results = rounds.run(workload);
			report.add(workload, results);
			goals.forEach((goal) -> report.target(goal.in(title, results)));
		}
	}

	private void contended(List<Contestant> all, Rounds rounds, Report report) throws Exception {
		List<Contestant> waiting = new ArrayList<>(List.of(LocalSuite.fairLock()));
		waiting.addAll(all.stream().filter((contestant) -> waiting().contains(contestant.name())).toList());
		for (int threads : List.of(8, 64)) {
			Workload workload = new Workload("One key, %d threads".formatted(threads), threads, true, this.counter,
					waiting);
			Results results = rounds.run(workload);
			report.add(workload, results);
			if (results.hasPeer()) {
				report.target(Goal.bestPeer(OURS, 10).in(workload.title(), results));
			}
			LocalSuite.besideFairLock(workload.title(), results.named(OURS), results, report);
		}
	}

	/**
	 * Run the workloads of several JVMs.
	 * @param goals what distlock is to reach with one key
	 * @param floors the floor of a wake-up, if the store has something like it
	 */
	public void overSeveralJvms(List<Goal> goals, List<Entry> floors, Rounds rounds, Report report) throws Exception {
		try (Fleet fleet = new Fleet(this.store, this.address)) {
			new ContendedKey(fleet, "One key", waiting(), goals).run(rounds, report);
			List<String> waking = Stream.concat(floors.stream().map(Entry::name), waiting().stream()).toList();
			new WakeUp(fleet, waking).run(rounds, report);
		}
	}

	private List<String> waiting() {
		return this.entries.stream().filter(Entry::waits).map(Entry::name).toList();
	}

}
