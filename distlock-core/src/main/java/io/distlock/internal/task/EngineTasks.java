// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.util.concurrent.TimeUnit;

/**
 * Runs background tasks of an engine. Different kinds of tasks do not wait for each
 * other: a hanging store delays neither the detection of a loss nor other renewals, and
 * code of users delays no task of the engine.
 *
 * @since 0.1.0
 */
public interface EngineTasks {

	/**
	 * Run a non-blocking task after a delay.
	 * @param task the task
	 * @param delayNanos the delay
	 * @return cancels a task that has not started
	 */
	Timer schedule(Runnable task, long delayNanos);

	/**
	 * Run a task.
	 * @param kind the kind of the task
	 * @param task the task
	 * @throws java.util.concurrent.RejectedExecutionException if the engine is closed
	 */
	void run(Kind kind, Runnable task);

	/**
	 * Run a task that must not be omitted, with a delay if no thread is available.
	 * @param kind the kind of the task
	 * @param task the task
	 * @throws java.util.concurrent.RejectedExecutionException if the engine is closed
	 */
	default void runPatiently(Kind kind, Runnable task) {
		try {
			run(kind, task);
		}
		catch (OutOfMemoryError ex) {
			schedule(() -> runPatiently(kind, task), TimeUnit.SECONDS.toNanos(1));
		}
	}

	/**
	 * Drop all tasks that have not started.
	 */
	void close();

	/**
	 * Scheduled task.
	 */
	@FunctionalInterface
	interface Timer {

		/**
		 * Cancel the task, if it has not started.
		 */
		void cancel();

	}

	/**
	 * Purpose of a task.
	 */
	enum Kind {

		/**
		 * Renews leases.
		 */
		RENEWAL,

		/**
		 * Sends other store requests: attempts of asynchronous requests, and withdrawals.
		 */
		REQUEST,

		/**
		 * Completes the future of a user, whose code continues there.
		 */
		DELIVERY,

		/**
		 * Completes the future of a user with a result other than a lock, because users
		 * block all delivery threads.
		 */
		LATE_DELIVERY,

		/**
		 * Notifies a user of the loss of a lock.
		 */
		CALLBACK,

		/**
		 * Notifies the listener of the engine of a loss.
		 */
		EVENT,

		/**
		 * Interrupts the thread that has lost a lock.
		 */
		INTERRUPT

	}

}
