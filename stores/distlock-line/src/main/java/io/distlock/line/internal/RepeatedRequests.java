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
 * Repeats failed requests until they succeed. The first request is sent at once;
 * repetitions are queued and sent with limited concurrency. After an outage, each attempt
 * that failed meanwhile has left a request, and servers that receive all of them together
 * respond to none in time.
 *
 * @since 0.1.0
 */
public final class RepeatedRequests {

	/**
	 * Maximum number of concurrent repetitions.
	 */
	public static final int MAX_CONCURRENT = 16;

	private static final long RETRY_MILLIS = 500;

	private final ScheduledExecutorService timer;

	/**
	 * Failed requests. The queue and the number of senders are used by the timer thread
	 * only.
	 */
	private final Queue<Repetition> failed = new ArrayDeque<>();

	private int senders;

	/**
	 * Create an instance without requests.
	 * @param timer a timer with one thread; repetitions stop with its shutdown
	 */
	public RepeatedRequests(ScheduledExecutorService timer) {
		this.timer = timer;
	}

	/**
	 * Repeat a request until it succeeds.
	 * @param request sends the request, and returns whether it succeeded; a failure is
	 * equivalent to {@code false}
	 * @return {@code true} after success, {@code false} after the shutdown of the timer
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
	 * Pause after a failure, and then send the next queued request.
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
	 * Request to repeat until it succeeds.
	 *
	 * @param request sends the request
	 * @param done completes after success
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
