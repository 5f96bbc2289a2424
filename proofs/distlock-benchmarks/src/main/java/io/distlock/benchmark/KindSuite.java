// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.cluster.ContendedKey;
import io.distlock.benchmark.cluster.Fleet;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Kind;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;

/**
 * The workloads that each kind of lock goes through on a store: a thread alone, eight
 * threads of a JVM that want the same key, and sixteen threads of four JVMs that do.
 */
public final class KindSuite {

	private final String store;

	private final String address;

	private final List<Kind> kinds;

	private final CommandCounter counter;

	/**
	 * Create the suite of a store.
	 * @param store its name on the command line
	 * @param address where it is, for the entries
	 * @param kinds the kinds of locks
	 * @param counter counts the commands of the server
	 */
	public KindSuite(String store, String address, List<Kind> kinds, CommandCounter counter) {
		this.store = store;
		this.address = address;
		this.kinds = kinds;
		this.counter = counter;
	}

	/**
	 * Run the workloads of all kinds.
	 * @param floor the least that the store can be asked to do for one owner
	 */
	public void run(Contestant floor, Rounds rounds, Report report) throws Exception {
		for (Kind kind : this.kinds) {
			withinOneJvm(kind, floor, rounds, report);
			try (Fleet fleet = new Fleet(this.store, this.address)) {
				new ContendedKey(fleet, kind.title() + ": one key", kind.names(), List.of(goal(kind))).run(rounds,
						report);
			}
		}
	}

	private void withinOneJvm(Kind kind, Contestant floor, Rounds rounds, Report report) throws Exception {
		List<Contestant> all = new ArrayList<>(List.of(floor));
		try {
			for (Entry entry : kind.entries()) {
				all.add(entry.open(this.address));
			}
			measure(new Workload(kind.title() + ", 1 thread", 1, false, this.counter, all), kind, rounds, report);
			List<Contestant> together = new ArrayList<>(all);
			together.set(0, LocalSuite.fairLock());
			measure(new Workload(kind.title() + ", one key, 8 threads", 8, true, this.counter, together), kind, rounds,
					report);
		}
		finally {
			for (Contestant opened : all.subList(1, all.size())) {
				opened.close();
			}
		}
	}

	private static void measure(Workload workload, Kind kind, Rounds rounds, Report report) throws Exception {
		Results results = rounds.run(workload);
		report.add(workload, results);
		report.target(goal(kind).in(workload.title(), results));
	}

	private static Goal goal(Kind kind) {
		return Goal.bestPeer(kind.names().get(0), 1);
	}

}
