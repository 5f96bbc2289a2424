// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.scheduling.ClusterJobContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Beans with jobs. One object is on all nodes of a cluster, so it sees all runs.
 */
final class JobBeans {

	private JobBeans() {
	}

	/**
	 * One run, as the job saw it.
	 */
	record Call(String job, Instant fireTime, int attempt, long token, long startNanos, long endNanos) {

	}

	/**
	 * Counts runs, and that they do not overlap.
	 */
	abstract static class Recording {

		final List<String> entered = new CopyOnWriteArrayList<>();

		private final List<Call> calls = new CopyOnWriteArrayList<>();

		final void record(Runnable body) {
			ClusterJobContext run = ClusterJobContext.current().get();
			long start = System.nanoTime();
			this.entered.add(run.jobName());
			body.run();
			this.calls.add(new Call(run.jobName(), run.fireTime(), run.attempt(), run.fencingToken(), start,
					System.nanoTime()));
		}

		final List<Call> calls(String job) {
			return this.calls.stream().filter((call) -> call.job().equals(job)).toList();
		}

	}

	/**
	 * Waits in its runs until it may leave.
	 */
	abstract static class Waiting extends Recording {

		private final CountDownLatch leave = new CountDownLatch(1);

		final void enter() throws InterruptedException {
			this.entered.add("");
			assertThat(this.leave.await(60, TimeUnit.SECONDS)).isTrue();
		}

		final boolean isToStay() {
			return this.leave.getCount() > 0;
		}

		final void awaitEntered(int count) {
			await().atMost(Duration.ofSeconds(60)).until(() -> this.entered.size() >= count);
		}

		final void leave() {
			this.leave.countDown();
		}

	}

	/**
	 * Jobs of a millisecond.
	 */
	static final class Short extends Recording {

		static final int JOBS = 5;

		static final int FIRE_TIMES = 20;

		static final long PERIOD = 200;

		@ClusterScheduled(name = "${job}-1", fixedRate = PERIOD + "ms")
		void first() {
			run();
		}

		@ClusterScheduled(name = "${job}-2", fixedRate = PERIOD + "ms")
		void second() {
			run();
		}

		@ClusterScheduled(name = "${job}-3", fixedRate = PERIOD + "ms")
		void third() {
			run();
		}

		@ClusterScheduled(name = "${job}-4", fixedRate = PERIOD + "ms")
		void fourth() {
			run();
		}

		@ClusterScheduled(name = "${job}-5", fixedRate = PERIOD + "ms")
		void fifth() {
			run();
		}

		private void run() {
			record(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1)));
		}

	}

	/**
	 * A job with a delay.
	 */
	static final class Delayed extends Recording {

		static final Duration DELAY = Duration.ofMillis(200);

		@ClusterScheduled(name = "${job}", fixedDelay = "200ms")
		void run() {
			record(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30)));
		}

	}

	/**
	 * A job that is tried once.
	 */
	static final class Single extends Recording {

		volatile Runnable body = () -> {
		};

		@ClusterScheduled(name = "${job}", fixedRate = "${rate}", misfireThreshold = "${misfire-threshold}")
		void run() {
			record(this.body);
		}

	}

	/**
	 * A job with a cron expression.
	 */
	static final class Cron extends Recording {

		@ClusterScheduled(name = "${job}", cron = "${cron}", zone = "Europe/Berlin")
		void run() {
			record(() -> {
			});
		}

	}

	/**
	 * A job with a cron expression that runs until it may leave.
	 */
	static final class LongCron extends Waiting {

		@ClusterScheduled(name = "${job}", cron = "${cron}", zone = "Europe/Berlin")
		void run() throws InterruptedException {
			enter();
		}

	}

	/**
	 * A job of which the first run hangs: for good, or until it is interrupted or asked
	 * to stop.
	 */
	static final class Hanging extends Waiting {

		private final AtomicBoolean hang = new AtomicBoolean(true);

		volatile Manner manner = Manner.UNTIL_INTERRUPTED;

		@ClusterScheduled(name = "${job}", fixedRate = "${rate}", maxRunTime = "${max-run-time}", maxAttempts = 3)
		void run() {
			record(() -> {
				if (this.hang.getAndSet(false)) {
					hang();
				}
			});
		}

		private void hang() {
			while (isToStay()) {
				boolean told = this.manner == Manner.UNTIL_TOLD
						&& ClusterJobContext.current().orElseThrow().isStopping();
				boolean interrupted = Thread.interrupted() && this.manner == Manner.UNTIL_INTERRUPTED;
				if (told || interrupted) {
					throw new IllegalStateException(told ? "told" : "interrupted");
				}
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
			}
		}

		/**
		 * How it hangs.
		 */
		enum Manner {

			FOR_GOOD, UNTIL_INTERRUPTED, UNTIL_TOLD

		}

	}

	/**
	 * A job that is tried several times, and runs until it may leave.
	 */
	static final class Blocking extends Waiting {

		@ClusterScheduled(name = "${job}", fixedRate = "${rate}", maxAttempts = 3)
		void run() throws InterruptedException {
			enter();
		}

	}

}
