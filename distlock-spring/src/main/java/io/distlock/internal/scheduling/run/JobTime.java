// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.internal.thread.DaemonThreads;

/**
 * The time of this process, which measures and never dates.
 */
interface JobTime {

	/**
	 * The monotonic clock of this JVM, and one timer for all that it runs. Its threads
	 * end when they have had nothing to do for a while.
	 */
	JobTime SYSTEM = new JobTime() {

		private static final Duration NO_THREAD = Duration.ofSeconds(1);

		private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
				DaemonThreads.named("distlock-jobs-timer"));

		private final Executor threads = DaemonThreads.executor("distlock-jobs-watch-");

		{
			this.timer.setRemoveOnCancelPolicy(true);
			this.timer.setKeepAliveTime(10, TimeUnit.SECONDS);
			this.timer.allowCoreThreadTimeOut(true);
		}

		@Override
		public long nanoTime() {
			return System.nanoTime();
		}

		@Override
		public void pause(Duration duration) {
			LockSupport.parkNanos(duration.toNanos());
		}

		@Override
		public Future<?> later(Duration delay, Runnable task) {
			return this.timer.schedule(() -> start(task), delay.toNanos(), TimeUnit.NANOSECONDS);
		}

		/**
		 * A limit must end its run although there is no thread for it at the moment.
		 */
		private void start(Runnable task) {
			try {
				this.threads.execute(task);
			}
			catch (OutOfMemoryError ex) {
				later(NO_THREAD, task);
			}
		}

	};

	long nanoTime();

	/**
	 * Wait, or less if the thread is interrupted.
	 */
	void pause(Duration duration);

	/**
	 * Do something after a while, which may wait for the store: nothing else waits for
	 * it.
	 */
	Future<?> later(Duration delay, Runnable task);

}
