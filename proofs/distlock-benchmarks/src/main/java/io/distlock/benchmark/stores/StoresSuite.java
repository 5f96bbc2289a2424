// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.stores;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.cluster.Fleet;
import io.distlock.benchmark.cluster.WakeUp;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;

/**
 * The same locks in each store that this machine has, all in one run and with the
 * defaults of distlock. All servers run from the beginning to the end, one of each.
 */
public final class StoresSuite implements Suite {

	private static final String TITLE = "Locks and releases a second";

	@Override
	public String name() {
		return "stores";
	}

	@Override
	public String title() {
		return "All stores";
	}

	@Override
	public List<Entry> entries() {
		return MeasuredStore.ALL.stream().map(MeasuredStore::entry).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		List<MeasuredStore> present = MeasuredStore.ALL.stream().filter(MeasuredStore::isPresent).toList();
		List<AutoCloseable> opened = new ArrayList<>();
		try {
			Map<String, String> addresses = new LinkedHashMap<>();
			for (MeasuredStore store : present) {
				MeasuredStore.Running running = store.start();
				opened.add(0, running.server());
				addresses.put(store.name(), running.address());
			}
			report.about(present.stream().map(MeasuredStore::name).collect(Collectors.joining(", ")));
			String all = MeasuredStore.addresses(addresses);
			List<Contestant> contestants = new ArrayList<>();
			for (MeasuredStore store : present) {
				Contestant contestant = store.entry().open(all);
				opened.add(0, contestant);
				contestants.add(contestant);
			}
			throughput(contestants, rounds, report);
			try (Fleet fleet = new Fleet(name(), all)) {
				new WakeUp(fleet, present.stream().map(MeasuredStore::name).toList()).run(rounds, report);
			}
		}
		finally {
			for (AutoCloseable each : opened) {
				each.close();
			}
		}
	}

	private static void throughput(List<Contestant> contestants, Rounds rounds, Report report) throws Exception {
		Results alone = rounds.run(workload("1 thread", 1, false, contestants));
		Results together = rounds.run(workload("8 threads", 8, false, contestants));
		Results oneKey = rounds.run(workload("One key, 8 threads", 8, true, contestants));
		report.table(TITLE, List.of("Store", "1 thread", "8 threads, a key for each", "8 threads, one key"),
				contestants.stream()
					.map(Contestant::name)
					.map((name) -> List.of(name, text(alone, name), text(together, name), text(oneKey, name)))
					.toList());
		report.bars(TITLE + ", 1 thread", "cycles/s", contestants.stream().map(Contestant::name).toList(),
				alone.all().stream().map((result) -> result.perSecond().median()).toList());
	}

	private static Workload workload(String title, int threads, boolean shared, List<Contestant> contestants) {
		return new Workload(title, threads, shared, CommandCounter.none(), contestants);
	}

	private static String text(Results results, String name) {
		return results.named(name).perSecond().text(0);
	}

}
