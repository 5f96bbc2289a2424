// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats requests until they are done. A request is sent at once, and its repetitions
 * wait in a queue, of which few are sent at the same time: an outage leaves one request
 * for each attempt that failed meanwhile, and servers that receive all of them together
 * answer none in time.
 *
 * @since 0.1.0
 */
public final class RepeatedRequests {

	/**
	 * Number of repetitions that are sent at the same time, at most.
	 */
	public static final int MAX_CONCURRENT = 16;

	private static final long RETRY_MILLIS = 500;

	private final ScheduledExecutorService timer;

	/**
	 * The requests that have failed. Only the thread of the timer uses the queue and the
	 * number of senders.
	 */
	private final Queue<Repetition> failed = new ArrayDeque<>();

	private int senders;

	/**
	 * Create an object that repeats nothing yet.
	 * @param timer a timer of one thread; nothing is repeated after its shutdown
	 */
	public RepeatedRequests(ScheduledExecutorService timer) {
		this.timer = timer;
	}

	/**
	 * Send a request until it is done.
	 * @param request sends the request, and returns whether it is done; a failure is the
	 * same as {@code false}
	 * @return {@code true} when the request is done, {@code false} if the timer was shut
	 * down before
	 */
	public CompletableFuture<Boolean> untilDone(Supplier<CompletableFuture<Boolean>> request) {
		Repetition first = new Repetition(request, new CompletableFuture<>());
		first.send().thenAccept((done) -> {
			if (!done) {
				onTimer(first, 0, () -> add(first));
			}
		});
		return first.done();
	}

	private void add(Repetition added) {
		this.failed.add(added);
		if (this.senders < MAX_CONCURRENT) {
			this.senders++;
			pause(added);
		}
	}

	/**
	 * A sender pauses after a failure, and then sends the next request of the queue.
	 */
	private void pause(Repetition latest) {
		onTimer(latest, RETRY_MILLIS, this::sendNext);
	}

	private void sendNext() {
		Repetition next = this.failed.poll();
		if (next == null) {
			this.senders--;
			return;
		}
		next.send().thenAccept((done) -> onTimer(next, 0, () -> {
			if (done) {
				sendNext();
			}
			else {
				this.failed.add(next);
				pause(next);
			}
		}));
	}

	private void onTimer(Repetition repetition, long delayMillis, Runnable action) {
		try {
			this.timer.schedule(action, delayMillis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			repetition.done().complete(false);
		}
	}

	/**
	 * A request that is sent until it is done.
	 *
	 * @param request sends the request
	 * @param done completed when the request is done
	 */
	private record Repetition(Supplier<CompletableFuture<Boolean>> request, CompletableFuture<Boolean> done) {

		CompletableFuture<Boolean> send() {
			return CompletableFuture.completedFuture(this.request)
				.thenCompose(Supplier::get)
				.exceptionally((failure) -> false)
				.whenComplete((answer, failure) -> {
					if (answer) {
						this.done.complete(true);
					}
				});
		}

	}

}
