// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter.Counting;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.redis.RedisServer;

/**
 * Many locks in Redis that are held and renewed. All contestants hold theirs at the same
 * time, each in a JVM and with a server of its own.
 */
public final class RenewalSuite implements Suite {

	private static final List<Integer> NUMBERS = List.of(2_000, 10_000, 50_000);

	/**
	 * Lock4j has a thread for each lock.
	 */
	private static final int MOST_THREADS = 2_000;

	private static final int MOST_WINDOWS = 2;

	/**
	 * In which each lock is renewed.
	 */
	private static final long LEAST_WINDOW = RenewedEntries.LEASE.toMillis() / 3;

	private static final double BOUND = 1.2;

	/**
	 * Renewals of what was locked last are not at the edges of a window.
	 */
	private static final long SETTLING = 4_000;

	@Override
	public String name() {
		return "renewals";
	}

	@Override
	public String title() {
		return "Many held locks";
	}

	@Override
	public List<Entry> entries() {
		return RenewedEntries.all();
	}

	/**
	 * Turns of a second and more look at whole leases, which are the least that means
	 * anything; shorter ones are for a try, with fewer locks.
	 */
	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (RedisServer server = new RedisServer().start()) {
			RedisSuite.about(server, report);
		}
		double part = Math.min(1, rounds.turn().toMillis() / 1000.0);
		for (int number : NUMBERS) {
			hold((int) (number * part), Math.max(LEAST_WINDOW, (long) (RenewedEntries.LEASE.toMillis() * part)),
					Math.min(MOST_WINDOWS, rounds.number()), report);
		}
		report
			.note("lock4j starts a thread for each held lock, so it takes part with the lowest number of locks only.");
	}

	private void hold(int number, long millis, int windows, Report report) throws Exception {
		List<HeldLocks> all = new ArrayList<>();
		try {
			for (String name : slowestFirst(number)) {
				all.add(new HeldLocks(name(), name, number));
			}
			Thread.sleep(SETTLING);
			for (int window = 0; window < windows; window++) {
				look(all, millis);
			}
			Collections.reverse(all);
			report(String.format(Locale.ROOT, "%d held locks", number), all, report);
		}
		finally {
			for (HeldLocks locks : all) {
				locks.close();
			}
		}
	}

	/**
	 * Return the floor and distlock last.
	 */
	private List<String> slowestFirst(int number) {
		List<String> names = new ArrayList<>(entries().stream()
			.map(Entry::name)
			.filter((name) -> number <= MOST_THREADS || !name.equals(RenewedEntries.LOCK4J))
			.toList());
		Collections.reverse(names);
		return names;
	}

	private static void look(List<HeldLocks> all, long millis) throws Exception {
		List<Counting> countings = new ArrayList<>();
		for (HeldLocks locks : all) {
			countings.add(locks.count());
		}
		Thread.sleep(millis);
		for (int i = 0; i < all.size(); i++) {
			all.get(i).end(countings.get(i));
		}
	}

	private static void report(String title, List<HeldLocks> all, Report report) throws Exception {
		HeldLocks floor = all.get(0);
		report.table(title,
				List.of("Who", "Calls to Redis a second", "Calls ÷ floor", "Client CPU, % of a core",
						"Heap a lock, bytes"),
				all.stream()
					.map((own) -> List.of(own.name(), own.calls().text(1), own.callsBeside(floor).text(),
							own.cpu().text(1), Spread.number(own.bytesPerLock(), 0)))
					.toList());
		report.bars(title, "client CPU, % of a core", all.stream().map(HeldLocks::name).toList(),
				all.stream().map((own) -> own.cpu().median()).toList());
		HeldLocks ours = named(StoreSuite.OURS, all);
		HeldLocks best = bestPeer(all);
		report.target(Target.atMost(title, "calls of distlock ÷ the floor", BOUND, ours.callsBeside(floor)));
		report.target(Target.atMost(title, "CPU of distlock ÷ " + best.name(), 1, ours.cpuBeside(best)));
	}

	private static HeldLocks named(String name, List<HeldLocks> all) {
		return all.stream().filter((locks) -> locks.name().equals(name)).findFirst().orElseThrow();
	}

	private static HeldLocks bestPeer(List<HeldLocks> all) {
		return all.stream()
			.filter((locks) -> !Contestant.isFloor(locks.name()) && !locks.name().equals(StoreSuite.OURS))
			.min(Comparator.comparingDouble((locks) -> locks.cpu().median()))
			.orElseThrow();
	}

}
