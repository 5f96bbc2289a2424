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
 * Opens connections by a client that may take longer than a caller can wait, or block
 * without end while a pool has none. Each is opened by another thread, which sees nothing
 * of the caller. One that takes too long is left alone, since it may hang where a later
 * one does not. Only where {@value #MOST} of them block a thread each, callers wait for
 * these instead of opening more.
 *
 * @param <C> the type of a connection
 * @since 0.1.0
 */
public final class Openings<C> {

	static final int MOST = 100;

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
		CompletableFuture<C> oldest = (this.overdue.size() < MOST) ? null : this.overdue.poll();
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
