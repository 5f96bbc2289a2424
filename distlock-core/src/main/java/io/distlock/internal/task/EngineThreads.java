// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.distlock.internal.thread.DaemonThreads;

/**
 * Threads of an engine: daemon threads, started with the first lock, few unless tasks
 * hang, and limited for each kind of task.
 *
 * @since 0.1.0
 */
public final class EngineThreads implements EngineTasks {

	private static final int IDLE_SECONDS = 10;

	private final Map<Kind, ThreadPoolExecutor> pools = new EnumMap<>(Kind.class);

	private final ScheduledThreadPoolExecutor timer;

	public EngineThreads() {
		this.timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.numbered("distlock-timer-"));
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		for (Kind kind : Kind.values()) {
			String name = "distlock-" + kind.name().toLowerCase(Locale.ROOT) + "-";
			this.pools.put(kind, pool(bound(kind), DaemonThreads.numbered(name)));
		}
	}

	/**
	 * Create a pool that starts a thread only if all others are busy, up to a limit, and
	 * queues further tasks.
	 */
	private static ThreadPoolExecutor pool(int bound, ThreadFactory threads) {
		return new ThreadPoolExecutor(0, bound, IDLE_SECONDS, TimeUnit.SECONDS, new IdleThreads(), threads,
				EngineThreads::enqueue);
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

	private static int bound(Kind kind) {
		return switch (kind) {
			case RENEWAL -> 2;
			case REQUEST, DELIVERY -> 64;
			case LATE_DELIVERY, CALLBACK, EVENT, INTERRUPT -> 256;
		};
	}

	@Override
	public Timer schedule(Runnable task, long delayNanos) {
		Future<?> scheduled = this.timer.schedule(task, Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
		return () -> scheduled.cancel(false);
	}

	@Override
	public void run(Kind kind, Runnable task) {
		Objects.requireNonNull(this.pools.get(kind)).execute(task);
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
		this.pools.values().forEach(ThreadPoolExecutor::shutdown);
	}

	/**
	 * Accepts a task if a thread is idle; otherwise the pool starts a thread or queues
	 * the task.
	 */
	private static final class IdleThreads extends LinkedTransferQueue<Runnable> {

		private static final long serialVersionUID = 1L;

		@Override
		public boolean offer(Runnable task) {
			return tryTransfer(task);
		}

	}

}
