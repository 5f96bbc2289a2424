// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.thread;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of engines and providers: named, without the thread locals of the thread that
 * starts them, and they do not keep a JVM running.
 *
 * @since 0.1.0
 */
public final class DaemonThreads {

	private DaemonThreads() {
	}

	/**
	 * Start a thread.
	 * @param name its name
	 * @param task what it does
	 */
	public static void start(String name, Runnable task) {
		create(name, task).start();
	}

	/**
	 * Start a thread for something that can wait, unless there is no memory for one.
	 * @param name its name
	 * @param task what it does
	 * @return whether it was started
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
	 * Start a thread that is no daemon: it keeps the process alive for as long as it
	 * runs.
	 * @param name its name
	 * @param task what it does
	 */
	public static void startKeepingAlive(String name, Runnable task) {
		Thread thread = create(name, task);
		thread.setDaemon(false);
		thread.start();
	}

	/**
	 * Return what makes threads of one name.
	 * @param name the name
	 * @return the factory
	 */
	public static ThreadFactory named(String name) {
		return (task) -> create(name, task);
	}

	/**
	 * Return what makes threads that are numbered.
	 * @param prefix what precedes the number
	 * @return the factory
	 */
	public static ThreadFactory numbered(String prefix) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> create(prefix + number.incrementAndGet(), task);
	}

	/**
	 * Return an executor with a thread for every task, so that no task waits for another,
	 * and none when there is nothing to do. Needs no shutdown.
	 * @param prefix what precedes the number in the names of the threads
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
