// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Background requests for which only the close of their provider waits. Otherwise the
 * subsequent close of the client would cancel these requests, and entries would remain.
 *
 * @since 0.1.0
 */
public final class PendingRequests {

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

	private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();

	/**
	 * Remember a request until it completes.
	 * @param request the request, including all dependent stages
	 */
	public void add(CompletableFuture<?> request) {
		this.pending.add(request);
		request.whenComplete((done, failure) -> this.pending.remove(request));
	}

	/**
	 * Return a future that completes after all pending requests.
	 * @return future that completes after the last request, and fails if a request has
	 * failed
	 */
	public CompletableFuture<Void> done() {
		return CompletableFuture.allOf(this.pending.toArray(new CompletableFuture<?>[0]));
	}

	/**
	 * Wait for a few seconds, ignoring the outcome: slow servers must not delay the
	 * shutdown of an application, and remove remaining entries by themselves.
	 * @param requests the requests
	 */
	public static void await(CompletableFuture<?> requests) {
		await(requests, CLOSE_TIMEOUT);
	}

	/**
	 * Wait for a limited time, ignoring the outcome.
	 * @param requests the requests
	 * @param patience the maximum time
	 */
	public static void await(CompletableFuture<?> requests, Duration patience) {
		requests.copy().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).handle((done, failure) -> true).join();
	}

}
