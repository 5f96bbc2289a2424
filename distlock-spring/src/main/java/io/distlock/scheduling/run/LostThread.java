// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Thread of a run that was abandoned, and whose method ignores interrupts.
 */
interface LostThread {

	/**
	 * A thread that no other run waits for.
	 */
	LostThread NONE = new LostThread() {

		@Override
		public void givenUp() {
		}

		@Override
		public void returned() {
		}

	};

	/**
	 * The run was given up, and its method still runs.
	 */
	void givenUp();

	/**
	 * The method has returned.
	 */
	void returned();

	/**
	 * Give a pool one thread more, or one less again. The pool of other schedulers
	 * belongs to the application, or has no bound.
	 * @param scheduler runs jobs
	 * @param threads how many threads more
	 */
	static void resize(TaskScheduler scheduler, int threads) {
		if (scheduler instanceof ThreadPoolTaskScheduler pool) {
			ScheduledThreadPoolExecutor executor = pool.getScheduledThreadPoolExecutor();
			synchronized (executor) {
				pool.setPoolSize(Math.max(1, executor.getCorePoolSize() + threads));
			}
		}
	}

}
