// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.distlock.LockProviderException;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Calls to stores for operators, on a separate thread each, so that a hanging driver does
 * not block the operator. A store with an overdue response receives no further request
 * until it has responded.
 */
final class StoreCalls {

	private static final Duration MAX_CALL_TIME = Duration.ofSeconds(10);

	private final Duration limit;

	private final Map<String, CompletableFuture<?>> unanswered = new ConcurrentHashMap<>();

	/**
	 * Create the calls of an endpoint.
	 * @param leaseTime the lease of locks, which limits the duration of a call, together
	 * with a limit of 10 seconds
	 */
	StoreCalls(Duration leaseTime) {
		this.limit = (leaseTime.compareTo(MAX_CALL_TIME) < 0) ? leaseTime : MAX_CALL_TIME;
	}

	/**
	 * Call a store.
	 * @param provider the bean name of the provider
	 * @param question the call
	 * @return the answer
	 * @throws LockProviderException without a timely answer
	 */
	<T> T call(String provider, Supplier<T> question) {
		CompletableFuture<?> before = this.unanswered.get(provider);
		if (before != null && !before.isDone()) {
			throw silent(provider, "has not answered a previous request");
		}
		CompletableFuture<T> answer = new CompletableFuture<>();
		DaemonThreads.start("distlock-endpoint", () -> {
			try {
				answer.complete(question.get());
			}
			catch (Throwable ex) {
				answer.completeExceptionally(ex);
			}
		});
		return await(provider, answer);
	}

	private <T> T await(String provider, CompletableFuture<T> answer) {
		try {
			return answer.get(this.limit.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw (RuntimeException) ex.getCause();
		}
		catch (TimeoutException ex) {
			this.unanswered.put(provider, answer);
			throw silent(provider, "did not answer within " + this.limit.toMillis() + " ms");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw silent(provider, "did not answer before the request was interrupted");
		}
	}

	private static LockProviderException silent(String provider, String what) {
		String message = "The store of provider '%s' %s. Check the store, and the socket timeout of its client"
			.formatted(provider.isEmpty() ? "distlockProvider" : provider, what);
		return new LockProviderException(provider, message, new LockStoreException(message, Outcome.TRANSIENT, null));
	}

}
