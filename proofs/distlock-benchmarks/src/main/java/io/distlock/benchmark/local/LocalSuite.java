// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.local;

import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Locker;
import io.distlock.benchmark.measure.Result;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;

/**
 * One key within one JVM, with no store to speak of, beside a fair lock of the JDK.
 */
public final class LocalSuite implements Suite {

	private static final double SHARE_OF_FAIR_LOCK = 0.8;

	private static final double FAIRNESS = 0.8;

	@Override
	public String name() {
		return "local";
	}

	@Override
	public String title() {
		return "Within one JVM";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about("the local provider");
		String name = "distlock, local provider";
		try (Contestant distlock = DistlockNode.start(name, "distlock.provider=local")) {
			for (int threads : List.of(8, 64)) {
				Workload workload = new Workload("One key, %d threads".formatted(threads), threads, true,
						CommandCounter.none(), List.of(fairLock(), distlock));
				Results results = rounds.run(workload);
				report.add(workload, results);
				besideFairLock(workload.title(), results.named(name), results, report);
			}
		}
	}

	/**
	 * Return the floor of one key in one JVM, which is rather a ceiling.
	 */
	public static Locker fairLock() {
		return new FairLock();
	}

	/**
	 * Compare with the fair lock, and the threads with each other.
	 */
	public static void besideFairLock(String title, Result ours, Results results, Report report) {
		Spread ratio = ours.ratioTo(results.floor().orElseThrow());
		report.target(Target.atLeast(title, ours.name() + " ÷ fair ReentrantLock", SHARE_OF_FAIR_LOCK, ratio));
		report.target(Target.atLeast(title, "slowest ÷ fastest thread", FAIRNESS, Spread.of(ours.fairness())));
	}

}
