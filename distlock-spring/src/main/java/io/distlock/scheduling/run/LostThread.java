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

package io.distlock.scheduling.run;

import java.util.concurrent.ScheduledThreadPoolExecutor;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * What becomes of a thread whose run was given up, and whose method ignores interrupts.
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
