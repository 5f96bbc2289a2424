// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of engines and providers: named daemon threads without inherited thread locals.
 *
 * @since 0.1.0
 */
public final class DaemonThreads {

	private DaemonThreads() {
	}

	/**
	 * Start a thread.
	 * @param name the name
	 * @param task the task
	 */
	public static void start(String name, Runnable task) {
		create(name, task).start();
	}

	/**
	 * Start a thread for a task that can be postponed, unless no thread can be created.
	 * @param name the name
	 * @param task the task
	 * @return {@code true} if the thread was started
	 */
	public static boolean tryStart(String name, Runnable task) {
		try {
			start(name, task);
			return true;
		}
		catch (OutOfMemoryError ex) {
			return false;
		}
	}

	/**
	 * Start a non-daemon thread, which keeps the process alive while it runs.
	 * @param name the name
	 * @param task the task
	 */
	public static void startKeepingAlive(String name, Runnable task) {
		Thread thread = create(name, task);
		thread.setDaemon(false);
		thread.start();
	}

	/**
	 * Return a factory for threads with a common name.
	 * @param name the name
	 * @return the factory
	 */
	public static ThreadFactory named(String name) {
		return (task) -> create(name, task);
	}

	/**
	 * Return a factory for numbered threads.
	 * @param prefix the prefix of the names
	 * @return the factory
	 */
	public static ThreadFactory numbered(String prefix) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> create(prefix + number.incrementAndGet(), task);
	}

	/**
	 * Return an executor with a thread for every task, so that tasks do not wait for each
	 * other. An idle executor has no threads and needs no shutdown.
	 * @param prefix the prefix of the names of the threads, followed by a number
	 * @return the executor
	 */
	public static Executor executor(String prefix) {
		return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(),
				numbered(prefix));
	}

	private static Thread create(String name, Runnable task) {
		Thread thread = new Thread(null, task, name, 0, false);
		thread.setDaemon(true);
		return thread;
	}

}
