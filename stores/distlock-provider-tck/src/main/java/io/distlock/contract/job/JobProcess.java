// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.contract.StoreUnderTest;
import io.distlock.scheduling.ClusterJobContext;

/**
 * A node in a JVM of its own for tests of jobs: runs them, reports that, and its clocks,
 * until its standard input ends.
 *
 * @since 0.1.0
 */
public final class JobProcess {

	static final long RATE = 200;

	static final long CRON = 1000;

	static final String CLOCK = "CLOCK";

	static final String RAN = "RAN";

	static final Duration WAIT = Duration.ofMillis(20);

	/**
	 * A look that has begun may still take the lock, and must be able to give it back.
	 */
	private static final Duration LAST_LOOK = Duration.ofSeconds(1);

	private static final Duration LEASE = Duration.ofSeconds(5);

	private JobProcess() {
	}

	/**
	 * Run jobs until the end of the standard input.
	 * @param args what the names of the jobs begin with, and the
	 * {@linkplain StoreUnderTest#address() address} of the store
	 * @throws Exception if anything goes wrong
	 */
	public static void main(String[] args) throws Exception {
		StoreUnderTest store = StoreUnderTest.open(List.of(args).subList(1, args.length));
		if (args[0].equals(JobCases.ALL)) {
			JobCases.run(store);
		}
		else {
			run(store, args[0]);
		}
		if (store instanceof AutoCloseable closeable) {
			closeable.close();
		}
	}

	static List<String> command(StoreUnderTest store, String job) {
		List<String> command = new ArrayList<>(List.of(JobProcess.class.getName(), job));
		command.addAll(store.address());
		return command;
	}

	private static void run(StoreUnderTest store, String job) throws Exception {
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
		try (Stalls stalls = new Stalls();
				TestJobNode node = new TestJobNode(store, new Jobs(), Map.of("job", job), LEASE, Duration.ZERO)) {
			while (CLOCK.equals(commands.readLine())) {
				System.out
					.println("%s %d %d %s %s %d %d".formatted(CLOCK, System.currentTimeMillis(), System.nanoTime(),
							ZoneId.systemDefault(), node.name, longestOfThreeWaits(), stalls.takeLongest()));
			}
			node.scheduler.stop();
			Thread.sleep(LAST_LOOK.toMillis());
		}
	}

	/**
	 * Wait three times, since a wait may end early, but not each time.
	 */
	private static long longestOfThreeWaits() {
		long longest = 0;
		for (int i = 0; i < 3; i++) {
			long start = System.nanoTime();
			LockSupport.parkNanos(WAIT.toNanos());
			longest = Math.max(longest, System.nanoTime() - start);
		}
		return longest;
	}

	static String rate(String job) {
		return job + "-rate";
	}

	static String cron(String job) {
		return job + "-cron";
	}

	static void report(ClusterJobContext run) {
		System.out.println("%s %s %s %d".formatted(RAN, run.jobName(), run.fireTime(), run.fencingToken()));
	}

	/**
	 * Jobs of about a millisecond.
	 */
	static final class Jobs {

		@ClusterScheduled(name = "${job}-rate", fixedRate = RATE + "ms")
		void rate() {
			run();
		}

		@ClusterScheduled(name = "${job}-cron", cron = "* * * * * *", zone = "Europe/Berlin")
		void cron() {
			run();
		}

		private void run() {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
			report(ClusterJobContext.current().get());
		}

	}

}
