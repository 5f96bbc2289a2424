// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.distlock.internal.thread.DaemonThreads;

/**
 * Time of this process, for durations only.
 */
interface JobTime {

	/**
	 * Monotonic clock of this JVM, with a common timer for all tasks. Idle threads end
	 * after a few seconds.
	 */
	JobTime SYSTEM = new JobTime() {

		private static final Duration THREAD_RETRY_DELAY = Duration.ofSeconds(1);

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
		 * Start a task. If no thread is available, the start is repeated, because a time
		 * limit must end its run.
		 */
		private void start(Runnable task) {
			try {
				this.threads.execute(task);
			}
			catch (OutOfMemoryError ex) {
				later(THREAD_RETRY_DELAY, task);
			}
		}

	};

	long nanoTime();

	/**
	 * Wait for a duration, or until the thread is interrupted.
	 */
	void pause(Duration duration);

	/**
	 * Run a task after a delay. The task may wait for the store without delaying other
	 * tasks.
	 */
	Future<?> later(Duration delay, Runnable task);

	/**
	 * Return a random duration, so that nodes act at different times.
	 * @param longest the maximum
	 */
	default Duration random(Duration longest) {
		return Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest.toNanos() + 1));
	}

}
