// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.jobs;

import java.util.concurrent.CountDownLatch;

import io.distlock.annotation.ClusterScheduled;

/**
 * Jobs that are counted.
 */
final class BenchJobs {

	private BenchJobs() {
	}

	/**
	 * A job that does not run while it is counted.
	 */
	static final class Idle {

		@ClusterScheduled(name = "${job}", cron = "0 0 3 1 1 *", zone = "UTC")
		void run() {
		}

	}

	/**
	 * A job that runs until it may leave, and may be repeated.
	 */
	static final class Long {

		final CountDownLatch begun = new CountDownLatch(1);

		final CountDownLatch leave = new CountDownLatch(1);

		@ClusterScheduled(name = "${job}", fixedRate = "1h", maxAttempts = 3)
		void run() throws InterruptedException {
			this.begun.countDown();
			this.leave.await();
		}

	}

	/**
	 * A job that runs every second, for no time.
	 */
	static final class Busy {

		@ClusterScheduled(name = "${job}", fixedRate = "1s")
		void run() {
		}

	}

}
