// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.LockReleasedException;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * What users are told: key, provider, what was waited, the lease, and what to do next.
 */
final class LockExceptions {

	private final String provider;

	private final LeaseSettings settings;

	LockExceptions(String provider, LeaseSettings settings) {
		this.provider = provider;
		this.settings = settings;
	}

	LockNotAcquiredException notAcquired(LockRequest request) {
		return notAcquired(String.join(", ", request.keys()), ResolvedRequest.waitTime(request, this.settings),
				ResolvedRequest.leaseTime(request, this.settings), holders(request.mode(), request.permits()));
	}

	LockNotAcquiredException notAcquired(ResolvedRequest demand) {
		return notAcquired(demand.name(), Duration.ofNanos(demand.waitNanos()), demand.claim().leaseTime(),
				holders(demand.key().mode(), demand.claim().permits().number()));
	}

	private static String holders(LockMode mode, int permits) {
		return switch (mode) {
			case EXCLUSIVE -> "another owner holds it";
			case SHARED -> "another owner holds it exclusively, or has been waiting longer to do so";
			case PERMIT -> "all of its permits are taken (this node allows %d)".formatted(permits);
		};
	}

	private LockNotAcquiredException notAcquired(String key, Duration waitTime, Duration leaseTime, String holders) {
		return new LockNotAcquiredException(key,
				("Lock '%s' was not acquired from provider '%s' within %s (lease %s): %s. "
						+ "Wait longer, try again later, or handle the busy lock (onBusy, fallbackMethod, tryAcquire)")
					.formatted(LockKey.shown(key), this.provider, Durations.text(waitTime), Durations.text(leaseTime),
							holders));
	}

	IllegalArgumentException unknownMode(ResolvedRequest demand) {
		return new IllegalArgumentException(
				"Lock '%s' cannot be acquired in mode %s: provider '%s' supports only %s. Use another provider for it"
					.formatted(demand.key(), demand.key().mode(), this.provider, LockMode.EXCLUSIVE));
	}

	LockProviderException storeFailed(ResolvedRequest demand, @Nullable Throwable cause) {
		String reason = (cause != null && cause.getMessage() != null) ? cause.getMessage() : String.valueOf(cause);
		return new LockProviderException(demand.name(),
				("Lock '%s' could not be acquired: provider '%s' failed (wait %s, lease %s): %s. "
						+ "The protected code did not run; check the store and its connection settings")
					.formatted(demand.key(), this.provider, Durations.text(demand.waitNanos()),
							Durations.text(demand.claim().leaseTime()), reason),
				cause);
	}

	/**
	 * The lock came, and was given back, because no thread took it to its user in time.
	 */
	LockNotAcquiredException undelivered(ResolvedRequest demand) {
		return new LockNotAcquiredException(demand.name(),
				("Lock '%s' was granted by provider '%s' but could not be delivered within %s, so it was released: all threads that deliver locks are blocked by stages chained to other acquireAsync calls. Do not block there; continue with thenComposeAsync or thenApplyAsync on an executor of your own")
					.formatted(demand.key(), this.provider, Durations.text(demand.waitNanos())));
	}

	LockProviderException shuttingDown(ResolvedRequest demand) {
		return new LockProviderException(demand.name(),
				"Lock '%s' was not requested from provider '%s' (wait %s, lease %s): this application is shutting down"
					.formatted(demand.key(), this.provider, Durations.text(demand.waitNanos()),
							Durations.text(demand.claim().leaseTime())),
				null);
	}

	LockLostException lost(Hold hold, LossReason reason) {
		ResolvedRequest demand = hold.demand();
		Duration lease = hold.lease().lease().duration();
		return new LockLostException(demand.name(), hold.token(),
				("Lock '%s' (fencing token %d, provider '%s') was lost after %s, waited for at most %s: %s. The "
						+ "integrity of the data that it protects may be compromised; %s")
					.formatted(demand.key(), hold.token(), this.provider, Durations.text(hold.heldNanos()),
							Durations.text(demand.waitNanos()), reason.text(lease, demand), reason.remedy()));
	}

	LockLostException released(Hold hold) {
		ResolvedRequest demand = hold.demand();
		return new LockReleasedException(demand.name(), hold.token(),
				("Lock '%s' (fencing token %d, provider '%s', lease %s) was released by its owner; "
						+ "use it only before it is released or closed")
					.formatted(demand.key(), hold.token(), this.provider, Durations.text(demand.claim().leaseTime())));
	}

}
