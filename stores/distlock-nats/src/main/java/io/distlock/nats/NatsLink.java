// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.thread.Uninterrupted;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import org.jspecify.annotations.Nullable;

/**
 * Connection of the application, or own connection that is opened with the first request.
 * All requests wait for the same attempt to open it. After its loss, pending requests
 * fail at once: the client would wait for an answer that cannot arrive.
 */
final class NatsLink implements AutoCloseable {

	private static final Duration MAX_OPEN_TIME = Duration.ofSeconds(4);

	private static final Duration MAX_CLOSE_TIME = Duration.ofSeconds(1);

	private final Executor threads = DaemonThreads.executor("distlock-nats-connect-");

	private final Set<CompletableFuture<?>> sent = ConcurrentHashMap.newKeySet();

	private final @Nullable Callable<Connection> connections;

	private final ConnectionListener lost = this::changed;

	private @Nullable CompletableFuture<Connection> opening;

	private NatsLink(@Nullable Callable<Connection> connections, @Nullable CompletableFuture<Connection> opening) {
		this.connections = connections;
		this.opening = opening;
	}

	static NatsLink ofApplication(Connection connection) {
		NatsLink link = new NatsLink(null, CompletableFuture.completedFuture(connection));
		connection.addConnectionListener(link.lost);
		return link;
	}

	static NatsLink own(Callable<Connection> connections) {
		return new NatsLink(connections, null);
	}

	/**
	 * Return the connection.
	 * @throws IllegalStateException if the servers cannot be reached
	 */
	Connection connection() throws Exception {
		CompletableFuture<Connection> opening = opening();
		if (opening.isDone() && !opening.isCompletedExceptionally()) {
			return opening.join();
		}
		try {
			return Uninterrupted.await(opening, MAX_OPEN_TIME);
		}
		catch (ExecutionException ex) {
			Exception cause = NatsFailures.cause(ex);
			throw new IllegalStateException(String.valueOf(cause.getMessage()), cause);
		}
	}

	private synchronized CompletableFuture<Connection> opening() {
		CompletableFuture<Connection> opening = this.opening;
		Callable<Connection> connections = this.connections;
		if (connections == null || (opening != null && !opening.isCompletedExceptionally())) {
			return (opening != null) ? opening : new CompletableFuture<>();
		}
		CompletableFuture<Connection> started = new CompletableFuture<>();
		this.threads.execute(() -> {
			try {
				Connection opened = connections.call();
				opened.addConnectionListener(this.lost);
				started.complete(opened);
			}
			catch (Exception ex) {
				started.completeExceptionally(ex);
			}
		});
		this.opening = started;
		return started;
	}

	/**
	 * Close the connection, unless it belongs to the application.
	 */
	@Override
	public synchronized void close() {
		CompletableFuture<Connection> opening = this.opening;
		if (this.connections == null && opening != null) {
			opening.thenAccept((connection) -> connection.removeConnectionListener(this.lost));
		}
		if (this.connections != null && opening != null) {
			CompletableFuture<Void> closed = opening.thenAcceptAsync(NatsLink::close, this.threads);
			try {
				Uninterrupted.await(closed, MAX_CLOSE_TIME);
			}
			catch (Exception ex) {
				// It is closed once it is open.
			}
		}
	}

	/**
	 * Wait for the answer to a request.
	 */
	<T> T await(CompletableFuture<T> answer) throws Exception {
		this.sent.add(answer);
		try {
			return Uninterrupted.await(answer, NatsFailures.MAX_RESPONSE_TIME.plusSeconds(1));
		}
		catch (ExecutionException ex) {
			throw NatsFailures.cause(ex);
		}
		finally {
			this.sent.remove(answer);
			answer.cancel(false);
		}
	}

	private void changed(Connection connection, ConnectionListener.Events event) {
		if (event == ConnectionListener.Events.DISCONNECTED) {
			this.sent.forEach((answer) -> answer.completeExceptionally(new IOException("The connection was lost")));
		}
	}

	private static void close(Connection connection) {
		try {
			connection.close();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
