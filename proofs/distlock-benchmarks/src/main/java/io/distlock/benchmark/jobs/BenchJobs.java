/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
