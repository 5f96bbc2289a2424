// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider.connection;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.Uninterrupted;

/**
 * Opens connections by a client that may take longer than a caller can wait, or block
 * without end while a pool has none. Each is opened by another thread, which sees nothing
 * of the caller. The next caller waits for one that has taken too long, instead of
 * opening another: so no more threads are blocked than callers wait at the same time.
 *
 * @param <C> the type of a connection
 * @since 0.1.0
 */
public final class Openings<C> {

	private final Queue<CompletableFuture<C>> overdue = new ConcurrentLinkedQueue<>();

	private final Executor threads;

	private final Callable<C> client;

	private final Consumer<C> close;

	/**
	 * Create an object that has opened nothing.
	 * @param threadPrefix what precedes the number in the names of the threads
	 * @param client opens a connection
	 * @param close closes one for which no caller waits any more
	 */
	public Openings(String threadPrefix, Callable<C> client, Consumer<C> close) {
		this.threads = DaemonThreads.executor(threadPrefix);
		this.client = client;
		this.close = close;
	}

	/**
	 * Open a connection.
	 * @param timeout how long to wait
	 * @return the connection, for the caller to close
	 * @throws ExecutionException if the client fails
	 * @throws TimeoutException if it takes too long
	 */
	public C open(Duration timeout) throws ExecutionException, TimeoutException {
		CompletableFuture<C> overdue = this.overdue.poll();
		CompletableFuture<C> opening = (overdue != null) ? overdue : start();
		try {
			return Uninterrupted.await(opening, timeout);
		}
		catch (TimeoutException ex) {
			this.overdue.add(opening);
			if (opening.isDone()) {
				closeUnlessAwaited(opening);
			}
			throw new TimeoutException("No connection within %d seconds".formatted(timeout.toSeconds()));
		}
	}

	private CompletableFuture<C> start() {
		CompletableFuture<C> opening = new CompletableFuture<>();
		this.threads.execute(() -> {
			try {
				opening.complete(this.client.call());
			}
			catch (Exception | Error ex) {
				opening.completeExceptionally(ex);
			}
			closeUnlessAwaited(opening);
		});
		return opening;
	}

	// Its caller and its thread may come at the same time, and one of them closes it.
	private void closeUnlessAwaited(CompletableFuture<C> opened) {
		if (this.overdue.remove(opened)) {
			opened.thenAccept(this.close);
		}
	}

}
