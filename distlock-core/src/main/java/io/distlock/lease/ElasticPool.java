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

package io.distlock.lease;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A pool that starts a thread only if all others are busy, up to a bound, and queues what
 * comes after that.
 */
final class ElasticPool {

	private static final int IDLE_SECONDS = 10;

	private ElasticPool() {
	}

	static ThreadPoolExecutor create(int bound, ThreadFactory threads) {
		return new ThreadPoolExecutor(0, bound, IDLE_SECONDS, TimeUnit.SECONDS, new IdleThreads(), threads,
				ElasticPool::enqueue);
	}

	private static void enqueue(Runnable task, ThreadPoolExecutor pool) {
		if (pool.isShutdown()) {
			throw new RejectedExecutionException("The engine is closed");
		}
		((IdleThreads) pool.getQueue()).put(task);
		if (pool.getPoolSize() == 0) {
			pool.execute(() -> {
			});
		}
	}

	/**
	 * Takes a task if a thread waits for one; otherwise the pool starts a thread, or
	 * enqueues it.
	 */
	private static final class IdleThreads extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1L;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

	}

}
