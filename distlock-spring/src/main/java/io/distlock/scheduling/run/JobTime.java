// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time of this process, which measures and never dates.
 */
interface JobTime {

	/**
	 * The monotonic clock of this JVM.
	 */
	JobTime SYSTEM = new JobTime() {

		@Override
		public long nanoTime() {
			return System.nanoTime();
		}

		@Override
		public void pause(Duration duration) {
			LockSupport.parkNanos(duration.toNanos());
		}

		@Override
		public void later(Duration delay, Runnable task) {
			CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, Runnable::run).execute(task);
		}

	};

	long nanoTime();

	/**
	 * Wait, or less if the thread is interrupted.
	 * @param duration how long
	 */
	void pause(Duration duration);

	/**
	 * Do something after a while that takes no time.
	 * @param delay how long
	 * @param task what to do
	 */
	void later(Duration delay, Runnable task);

}
