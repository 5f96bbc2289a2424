// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.contract.StoreUnderTest;
import io.distlock.scheduling.ClusterJobContext;
import org.jspecify.annotations.Nullable;

/**
 * A JVM on which versions of an application are deployed one after another, each with
 * other jobs. A line of its standard input names the version and what placeholders stand
 * for, or lets the jobs continue.
 */
final class JobCases implements AutoCloseable {

	/**
	 * In place of the name of a job, asks for such a JVM.
	 */
	static final String ALL = "cases";

	static final String NODE = "NODE";

	static final String GO_ON = "GO_ON";

	static final int ATTEMPTS = 3;

	/**
	 * Longer than any test waits.
	 */
	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Map<String, Supplier<Object>> VERSIONS = Map.of("nothing", Nothing::new, "cron", Cron::new,
			"long", Long::new, "hung", Hung::new, "broken-off", BrokenOff::new, "late", Late::new, "retried",
			Retried::new);

	private static volatile CountDownLatch goOn = new CountDownLatch(1);

	private final StoreUnderTest store;

	private @Nullable TestJobNode node;

	private JobCases(StoreUnderTest store) {
		this.store = store;
	}

	static void run(StoreUnderTest store) throws Exception {
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
		try (JobCases cases = new JobCases(store)) {
			Runtime.getRuntime().addShutdownHook(new Thread(cases::shutDown));
			for (String line = commands.readLine(); line != null; line = commands.readLine()) {
				cases.obey(line);
			}
		}
	}

	private void obey(String line) {
		if (line.equals(GO_ON)) {
			goOn.countDown();
			return;
		}
		String[] words = line.split("\\|");
		Map<String, String> properties = new HashMap<>();
		for (int i = 1; i < words.length; i += 2) {
			properties.put(words[i], words[i + 1]);
		}
		System.out.println(NODE + " " + deploy(Objects.requireNonNull(VERSIONS.get(words[0])).get(), properties));
	}

	private synchronized String deploy(Object jobs, Map<String, String> properties) {
		close();
		goOn = new CountDownLatch(1);
		TestJobNode started = new TestJobNode(this.store, jobs, properties, LEASE, Duration.ZERO);
		this.node = started;
		return started.name;
	}

	private synchronized void shutDown() {
		if (this.node != null) {
			this.node.shutDown();
			this.node = null;
		}
	}

	@Override
	public synchronized void close() {
		if (this.node != null) {
			this.node.close();
			this.node = null;
		}
	}

	private static ClusterJobContext reported() {
		ClusterJobContext run = ClusterJobContext.current().orElseThrow();
		JobProcess.report(run);
		return run;
	}

	static final class Nothing {

	}

	static final class Cron {

		@ClusterScheduled(name = "${job}", cron = "${cron}")
		void run() {
			reported();
		}

	}

	static final class Long {

		@ClusterScheduled(name = "${job}", fixedRate = "${rate}", initialDelay = "${delay}")
		void run() throws InterruptedException {
			reported();
			goOn.await();
		}

	}

	/**
	 * No interrupt ends it.
	 */
	static final class Hung {

		@ClusterScheduled(name = "${job}", fixedRate = "2s", initialDelay = "1s", maxRunTime = "1s")
		void run() {
			reported();
			while (goOn.getCount() != 0) {
				try {
					goOn.await();
				}
				catch (InterruptedException ex) {
					System.out.println("It hangs on");
				}
			}
		}

	}

	/**
	 * Ends its first attempt when its node is to stop.
	 */
	static final class BrokenOff {

		@ClusterScheduled(name = "${job}", fixedRate = "1h", initialDelay = "1s", maxAttempts = 2)
		void run() throws InterruptedException {
			ClusterJobContext run = reported();
			while (run.attempt() == 1 && !goOn.await(20, TimeUnit.MILLISECONDS)) {
				if (run.isStopping()) {
					throw new IllegalStateException("Told to stop");
				}
			}
		}

	}

	/**
	 * One job that may start late, and one that may not.
	 */
	static final class Late {

		@ClusterScheduled(name = "${job}", fixedRate = "${rate}", initialDelay = "1s", misfireThreshold = "5m")
		void late() {
			reported();
		}

		@ClusterScheduled(name = "${job}-missed", fixedRate = "${rate}", initialDelay = "1s",
				misfireThreshold = "${misfire-threshold}")
		void missed() {
			reported();
		}

	}

	/**
	 * Hangs in its first attempt, fails in its second, and succeeds in its third.
	 */
	static final class Retried {

		@ClusterScheduled(name = "${job}", fixedRate = "1h", initialDelay = "1s", maxAttempts = ATTEMPTS,
				retryDelay = "${retry-delay}", retryMultiplier = 1, leaseTime = "3s")
		void run() throws InterruptedException {
			int attempt = reported().attempt();
			if (attempt == 1) {
				goOn.await();
			}
			if (attempt < ATTEMPTS) {
				throw new IllegalStateException("Out of paper");
			}
		}

	}

}
