// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.task;

import java.util.concurrent.TimeUnit;

/**
 * Runs tasks of an engine that do not run on its caller's thread. Kinds of work do not
 * wait for each other: a store that hangs delays neither the detection of a loss nor
 * other renewals, and code of users delays nothing of the engine.
 *
 * @since 0.1.0
 */
public interface EngineTasks {

	/**
	 * Run a task that never waits, after a delay.
	 * @param task the task
	 * @param delayNanos the delay
	 * @return calls the task off, if it is not too late
	 */
	Timer schedule(Runnable task, long delayNanos);

	/**
	 * Run a task.
	 * @param kind what it does
	 * @param task the task
	 * @throws java.util.concurrent.RejectedExecutionException if the engine is closed
	 */
	void run(Kind kind, Runnable task);

	/**
	 * Run a task that must not be left out, later where there is no thread for it at the
	 * moment.
	 * @param kind what it does
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
	 * Run nothing any more that has not begun.
	 */
	void close();

	/**
	 * A task that is to run later.
	 */
	@FunctionalInterface
	interface Timer {

		/**
		 * Call the task off, if it is not too late.
		 */
		void cancel();

	}

	/**
	 * Purpose of a task.
	 */
	enum Kind {

		/**
		 * It renews leases.
		 */
		RENEWAL,

		/**
		 * It asks the store for anything else: attempts of asynchronous requests,
		 * withdrawals.
		 */
		REQUEST,

		/**
		 * Completes the future of a user, whose code continues there.
		 */
		DELIVERY,

		/**
		 * It completes the future of a user with anything but a lock, because users block
		 * all threads of deliveries.
		 */
		LATE_DELIVERY,

		/**
		 * It calls a user back, because a lock is lost.
		 */
		CALLBACK,

		/**
		 * Notifies the listener of the engine of a loss.
		 */
		EVENT,

		/**
		 * It interrupts the thread that has lost a lock.
		 */
		INTERRUPT

	}

}
