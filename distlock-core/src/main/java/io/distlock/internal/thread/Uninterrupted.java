// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.thread;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Requests and waits that ignore interrupts, which would leave incomplete requests. The
 * interrupt flag of the thread is restored.
 *
 * @since 0.1.0
 */
public final class Uninterrupted {

	private Uninterrupted() {
	}

	/**
	 * Run a request without the interrupt flag, because clients and drivers close
	 * connections of interrupted threads.
	 * @param <T> the type of the result
	 * @param request the request
	 * @return the result
	 */
	public static <T> T call(Supplier<T> request) {
		boolean interrupted = Thread.interrupted();
		try {
			return request.get();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Wait for an answer.
	 * @param <T> the type of the answer
	 * @param answer the future answer
	 * @param timeout the maximum time to wait
	 * @return the answer
	 * @throws ExecutionException if the request failed
	 * @throws TimeoutException after the maximum time
	 */
	public static <T extends @Nullable Object> T await(Future<T> answer, Duration timeout)
			throws ExecutionException, TimeoutException {
		long end = System.nanoTime() + timeout.toNanos();
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Wait for the next of several answers.
	 * @param <T> the type of an answer
	 * @param answers the answers
	 * @param deadline the end of the wait, by {@link System#nanoTime()}
	 * @return the answer, or {@code null} at the deadline
	 */
	public static <T> @Nullable T poll(BlockingQueue<T> answers, long deadline) {
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

}
