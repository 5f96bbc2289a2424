// SPDX-License-Identifier: Apache-2.0

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
