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
 * Requests and waits that an interrupt does not end, since half a request would be left
 * behind. The interrupt stays in the thread's flag.
 *
 * @since 0.1.0
 */
public final class Uninterrupted {

	private Uninterrupted() {
	}

	/**
	 * Do something without the interrupt flag, over which clients and drivers close
	 * connections.
	 * @param <T> what it results in
	 * @param request what to do
	 * @return what it returns
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
	 * @param <T> what the answer is
	 * @param answer the answer
	 * @param timeout how long to wait
	 * @return the answer
	 * @throws ExecutionException if the answer is an error
	 * @throws TimeoutException if it does not come in time
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
	 * @param <T> what an answer is
	 * @param answers the answers
	 * @param deadline how long to wait, by {@link System#nanoTime()}
	 * @return the answer, or {@code null} if none comes in time
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
