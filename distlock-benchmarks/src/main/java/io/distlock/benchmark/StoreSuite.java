package io.distlock.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.cluster.ContendedKey;
import io.distlock.benchmark.cluster.Fleet;
import io.distlock.benchmark.cluster.WakeUp;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;

/**
 * The workloads that every store goes through.
 */
public final class StoreSuite {

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
	 */
	public void withinOneJvm(Contestant floor, Rounds rounds, Report report) throws Exception {
		List<Locker> all = new ArrayList<>();
		try {
			for (Entry entry : this.entries) {
				all.add(entry.open(this.address));
			}
			withinOneJvm(floor, all, rounds, report);
		}
		finally {
			for (Locker locker : all) {
				locker.close();
			}
		}
	}

	/**
	 * Run the workloads of several JVMs.
	 */
	public void overSeveralJvms(Rounds rounds, Report report) throws Exception {
		List<String> waiting = this.entries.stream().filter(Entry::waits).map(Entry::name).toList();
		Fleet fleet = new Fleet(this.store, this.address);
		new ContendedKey(fleet, waiting).run(rounds, report);
		new WakeUp(fleet, waiting).run(rounds, report);
	}

	private void withinOneJvm(Contestant floor, List<Locker> all, Rounds rounds, Report report) throws Exception {
		for (int threads : List.of(1, 8)) {
			run("A key for each of %d thread(s)".formatted(threads), threads, false, floor, all, rounds, report);
		}
		List<Locker> waiting = all.stream()
			.filter((locker) -> this.entries.stream().anyMatch((entry) -> entry.waits() && isNamed(entry, locker)))
			.toList();
		for (int threads : List.of(8, 64)) {
			run("One key, %d threads".formatted(threads), threads, true, LocalSuite.fairLock(), waiting, rounds,
					report);
		}
	}

	private static boolean isNamed(Entry entry, Locker locker) {
		return entry.name().equals(locker.name());
	}

	private void run(String title, int threads, boolean shared, Contestant floor, List<Locker> lockers, Rounds rounds,
			Report report) throws Exception {
		List<Contestant> all = new ArrayList<>(List.of(floor));
		all.addAll(lockers);
		Workload workload = new Workload(title, threads, shared, this.counter, all);
		report.add(workload, rounds.run(workload));
	}

}
