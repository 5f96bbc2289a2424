package io.distlock.lease;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one engine: a fixed number however many locks are held, daemons all, and
 * none before the first lock. Time is kept apart from the store, and renewals apart from
 * everything else that talks to it, so that a store that hangs delays neither the
 * detection of a loss nor other renewals. Callbacks of users have threads of their own.
 */
final class EngineThreads {

	private static final int RENEWERS = 2;

	private static final int WORKERS = 8;

	private static final int CALLERS = 2;

	private final ScheduledThreadPoolExecutor timer;

	private final ThreadPoolExecutor renewers = pool("distlock-renewal-", RENEWERS);

	private final ThreadPoolExecutor workers = pool("distlock-worker-", WORKERS);

	private final ThreadPoolExecutor callers = pool("distlock-callback-", CALLERS);

	EngineThreads() {
		this.timer = new ScheduledThreadPoolExecutor(1, daemons("distlock-timer-"));
		this.timer.setRemoveOnCancelPolicy(true);
		this.timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
	}

	private static ThreadPoolExecutor pool(String name, int size) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				daemons(name));
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

	private static ThreadFactory daemons(String name) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(null, task, name + number.incrementAndGet(), 0, false);
			thread.setDaemon(true);
			return thread;
		};
	}

	ScheduledFuture<?> schedule(Runnable task, long delayNanos) {
		return this.timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
	}

	/**
	 * For renewals.
	 */
	Executor renewers() {
		return this.renewers;
	}

	/**
	 * For everything else that talks to the store: attempts of asynchronous waiters,
	 * withdrawals.
	 */
	Executor workers() {
		return this.workers;
	}

	/**
	 * For callbacks of users when a lock is lost, at once even while the store hangs.
	 */
	Executor callers() {
		return this.callers;
	}

	void close() {
		this.timer.shutdownNow();
		this.renewers.shutdown();
		this.workers.shutdown();
		this.callers.shutdown();
	}

}
