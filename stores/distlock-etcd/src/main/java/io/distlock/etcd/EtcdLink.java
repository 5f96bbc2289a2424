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
 * Client with the time of its last reply. The client is abandoned after an overdue reply
 * without any other reply meanwhile, or after the servers have been unavailable for the
 * same time: the client does not limit the HTTP/2 handshake, waits up to two minutes
 * before it reconnects, and does not leave a member without a leader.
 */
final class EtcdLink {

	private final Client client;

	private final Runnable silent;

	private volatile @Nullable Vertx reading;

	private volatile long lastReply = System.nanoTime();

	/**
	 * Create a link.
	 * @param client the client
	 * @param silent called when the client is abandoned
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
	 * @return the reply, within the maximum response time of the servers
	 */
	<T> CompletableFuture<T> send(Function<Client, CompletableFuture<T>> request) {
		long sentAt = System.nanoTime();
		return reply(request).copy()
			.orTimeout(EtcdReplies.MAX_RESPONSE_TIME.toMillis(), TimeUnit.MILLISECONDS)
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
	 * Return whether the current thread reads the replies of the client. Known from the
	 * first reply on.
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
		return EtcdReplies.isUnavailable(failure)
				&& System.nanoTime() - lastReply >= EtcdReplies.MAX_RESPONSE_TIME.toNanos();
	}

}
