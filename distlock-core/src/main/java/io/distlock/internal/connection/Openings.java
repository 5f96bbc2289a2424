// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.connection;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.thread.Uninterrupted;

/**
 * Opens connections of a client that may exceed the time of a caller, or block
 * indefinitely for an exhausted pool. Another thread opens each connection, without
 * access to the state of the caller. An overdue attempt is abandoned, because it may hang
 * where a later attempt succeeds. If {@value #MAX_CONCURRENT} attempts block a thread
 * each, callers wait for these attempts instead of starting further ones.
 *
 * @param <C> the type of a connection
 * @since 0.1.0
 */
public final class Openings<C> {

	static final int MAX_CONCURRENT = 100;

	private final Queue<CompletableFuture<C>> overdue = new ConcurrentLinkedQueue<>();

	private final Executor threads;

	private final Callable<C> client;

	private final Consumer<C> close;

	/**
	 * Create an instance without connections.
	 * @param threadPrefix the prefix of the names of the threads, followed by a number
	 * @param client opens a connection
	 * @param close closes an abandoned connection
	 */
	public Openings(String threadPrefix, Callable<C> client, Consumer<C> close) {
		this.threads = DaemonThreads.executor(threadPrefix);
		this.client = client;
		this.close = close;
	}

	/**
	 * Open a connection.
	 * @param timeout the maximum time to wait
	 * @return the connection, to be closed by the caller
	 * @throws ExecutionException if the client fails
	 * @throws TimeoutException after the maximum time
	 */
	public C open(Duration timeout) throws ExecutionException, TimeoutException {
		CompletableFuture<C> oldest = (this.overdue.size() < MAX_CONCURRENT) ? null : this.overdue.poll();
		CompletableFuture<C> opening = (oldest != null) ? oldest : start();
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
