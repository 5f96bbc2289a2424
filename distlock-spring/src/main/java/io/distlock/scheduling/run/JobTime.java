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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time of this process, which measures and never dates.
 *
 * @since 0.1.0
 */
public interface JobTime {

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
