package io.distlock.benchmark.local;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Locker;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;

/**
 * One key within one JVM, with no store to speak of, beside a fair lock of the JDK.
 */
public final class LocalSuite implements Suite {

	@Override
	public String name() {
		return "local";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (Contestant distlock = DistlockNode.start("distlock, local provider", "distlock.provider=local")) {
			for (int threads : List.of(1, 8, 64)) {
				Workload workload = new Workload("One key, %d thread(s)".formatted(threads), threads, true,
						CommandCounter.NONE, List.of(fairLock(), distlock));
				report.add(workload, rounds.run(workload));
			}
		}
	}

	/**
	 * Return the ceiling: what threads that queue up in one JVM can reach at best.
	 */
	public static Locker fairLock() {
		ReentrantLock lock = new ReentrantLock(true);
		return Locker.of("fair ReentrantLock", (key) -> {
			lock.lock();
			return lock::unlock;
		}, () -> {
		});
	}

}
