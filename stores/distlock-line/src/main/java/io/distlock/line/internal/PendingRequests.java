// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Requests that no thread waits for until their provider is closed. The client, which is
 * closed next, would call them off, and leave behind what they were to remove.
 *
 * @since 0.1.0
 */
public final class PendingRequests {

	private static final Duration PATIENCE = Duration.ofSeconds(3);

	private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();

	/**
	 * Remember a request until it is done.
	 * @param request the request, with all that follows from its answer
	 */
	public void add(CompletableFuture<?> request) {
		this.pending.add(request);
		request.whenComplete((done, failure) -> this.pending.remove(request));
	}

	/**
	 * Return when all is done that is pending now.
	 * @return a future that fails if one of them does, and not before the last is done
	 */
	public CompletableFuture<Void> done() {
		return CompletableFuture.allOf(this.pending.toArray(new CompletableFuture<?>[0]));
	}

	/**
	 * Wait for a few seconds, whatever comes of it: servers that do not answer in time
	 * must not keep an application from ending, and remove by themselves what is left.
	 * @param requests what to wait for
	 */
	public static void await(CompletableFuture<?> requests) {
		await(requests, PATIENCE);
	}

	/**
	 * Wait for a while, whatever comes of it.
	 * @param requests what to wait for
	 * @param patience for how long
	 */
	public static void await(CompletableFuture<?> requests, Duration patience) {
		requests.copy().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).handle((done, failure) -> true).join();
	}

}
