// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.etcd.jetcd.Client;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * A client, with the time of its last reply. It is of no use any more once a request has
 * had no reply in time, and no other reply has arrived meanwhile; or once the servers
 * have been unavailable for as long: the client has no limit for the handshake of HTTP/2,
 * waits up to two minutes before it connects again, and stays with a member that has no
 * leader.
 */
final class EtcdLink {

	private final Client client;

	private final Runnable silent;

	private volatile @Nullable Vertx reading;

	private volatile long lastReply = System.nanoTime();

	/**
	 * Create a link.
	 * @param client the client
	 * @param silent called when the client is of no use any more
	 */
	EtcdLink(Client client, Runnable silent) {
		this.client = client;
		this.silent = silent;
	}

	Client client() {
		return this.client;
	}

	/**
	 * Send a request.
	 * @return the reply, which does not take longer than servers may
	 */
	<T> CompletableFuture<T> send(Function<Client, CompletableFuture<T>> request) {
		long sentAt = System.nanoTime();
		return reply(request).copy()
			.orTimeout(EtcdReplies.LONGEST.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((reply, failure) -> {
				if (failure != null && isSilent(failure, sentAt)) {
					this.silent.run();
				}
			});
	}

	private <T> CompletableFuture<T> reply(Function<Client, CompletableFuture<T>> request) {
		try {
			return request.apply(this.client).whenComplete((reply, failure) -> {
				if (failure == null || !EtcdReplies.isUnavailable(failure)) {
					replied();
				}
			});
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void replied() {
		this.lastReply = System.nanoTime();
		Vertx current = current();
		if (current != null) {
			this.reading = current;
		}
	}

	/**
	 * Return whether the current thread is one that reads the replies of the client. This
	 * is known from the first reply on.
	 */
	boolean isReadByCurrentThread() {
		Vertx reading = this.reading;
		return reading != null && reading == current();
	}

	private static @Nullable Vertx current() {
		Context context = Context.isOnEventLoopThread() ? Vertx.currentContext() : null;
		return (context != null) ? context.owner() : null;
	}

	private boolean isSilent(Throwable failure, long sentAt) {
		long lastReply = this.lastReply;
		if (EtcdReplies.cause(failure) instanceof TimeoutException) {
			return lastReply - sentAt < 0;
		}
		return EtcdReplies.isUnavailable(failure) && System.nanoTime() - lastReply >= EtcdReplies.LONGEST.toNanos();
	}

}
