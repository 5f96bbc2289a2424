// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import io.distlock.internal.task.Durations;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions for users, with key, provider, wait time, lease, and remedy.
 */
final class LockExceptions {

	private final String provider;

	private final ResolvedRequest.Defaults defaults;

	LockExceptions(String provider, ResolvedRequest.Defaults defaults) {
		this.provider = provider;
		this.defaults = defaults;
	}

	LockNotAcquiredException notAcquired(LockRequest request) {
		return notAcquired(String.join(", ", request.keys()),
				new ResolvedRequest(this.defaults, request.keys().get(0), request, 0));
	}

	LockNotAcquiredException notAcquired(ResolvedRequest request) {
		return notAcquired(request.name(), request);
	}

	private LockNotAcquiredException notAcquired(String key, ResolvedRequest request) {
		return new LockNotAcquiredException(key, request.options.name(),
				("Lock '%s' was not acquired from provider '%s' within %s (lease %s): %s. "
						+ "Wait longer, try again later, or handle the busy lock (onBusy, fallbackMethod, tryAcquire)")
					.formatted(LockKey.shown(key), this.provider, Durations.text(Duration.ofNanos(request.waitNanos)),
							Durations.text(request.claim.leaseTime()),
							holders(request.key.mode(), request.claim.permits().number())));
	}

	private static String holders(LockMode mode, int permits) {
		return switch (mode) {
			case EXCLUSIVE -> "another owner holds it";
			case SHARED -> "another owner holds it exclusively, or has been waiting longer to do so";
			case PERMIT -> "all of its permits are taken (this node allows %d)".formatted(permits);
		};
	}

	IllegalArgumentException unknownMode(ResolvedRequest request) {
		return new IllegalArgumentException(
				"Lock '%s' cannot be acquired in mode %s: provider '%s' supports only %s. Use another provider for it"
					.formatted(request.key, request.key.mode(), this.provider, LockMode.EXCLUSIVE));
	}

	LockProviderException storeFailed(ResolvedRequest request, @Nullable Throwable cause) {
		String reason = (cause != null && cause.getMessage() != null) ? cause.getMessage() : String.valueOf(cause);
		return new LockProviderException(request.name(), request.options.name(),
				("Lock '%s' could not be acquired: provider '%s' failed (wait %s, lease %s): %s. "
						+ "The protected code did not run; check the store and its connection settings")
					.formatted(request.key, this.provider, Durations.text(request.waitNanos),
							Durations.text(request.claim.leaseTime()), reason),
				cause);
	}

	/**
	 * Describe a granted lock that was released because no thread delivered it to its
	 * user in time.
	 */
	LockNotAcquiredException undelivered(ResolvedRequest request) {
		return new LockNotAcquiredException(request.name(), request.options.name(),
				("Lock '%s' was granted by provider '%s' but could not be delivered within %s, so it was released: all threads that deliver locks are blocked by stages chained to other acquireAsync calls. Do not block there; continue with thenComposeAsync or thenApplyAsync on an executor of your own")
					.formatted(request.key, this.provider, Durations.text(request.waitNanos)));
	}

	LockProviderException onClientThread(ResolvedRequest request) {
		return new LockProviderException(request.name(), request.options.name(),
				"Lock '%s' was not requested from provider '%s' (wait %s, lease %s): thread '%s' reads the answers of the store, so it cannot wait for one. Use acquireAsync or executeAsync in callbacks of the store's client, or call the code on another thread"
					.formatted(request.key, this.provider, Durations.text(request.waitNanos),
							Durations.text(request.claim.leaseTime()), Thread.currentThread().getName()),
				null);
	}

	LockProviderException shuttingDown(ResolvedRequest request) {
		return new LockProviderException(request.name(), request.options.name(),
				"Lock '%s' was not requested from provider '%s' (wait %s, lease %s): this application is shutting down"
					.formatted(request.key, this.provider, Durations.text(request.waitNanos),
							Durations.text(request.claim.leaseTime())),
				null);
	}

}
