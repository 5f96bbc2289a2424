// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.internal.task.Durations;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.Permits;
import org.jspecify.annotations.Nullable;

/**
 * Request for one key with all defaults applied.
 */
final class ResolvedRequest {

	/**
	 * Options of the request, without defaults.
	 */
	final LockRequest options;

	/**
	 * Claim sent to the store.
	 */
	final LockClaim claim;

	final LockKey key;

	final long leaseNanos;

	final long waitNanos;

	/**
	 * End of the wait time, common to all keys of a request.
	 */
	final long deadline;

	/**
	 * Whether the watchdog renews the lease.
	 */
	final boolean autoRenew;

	/**
	 * End of renewal, {@link Long#MAX_VALUE} for never.
	 */
	final long maxHoldNanos;

	/**
	 * Apply the defaults to a request.
	 * @param key a key of the request
	 * @param startedAt the time of the request
	 */
	ResolvedRequest(Defaults defaults, String key, LockRequest request, long startedAt) {
		Duration leaseTime = request.leaseTime();
		Duration waitTime = request.waitTime();
		Duration maxHoldTime = request.maxHoldTime();
		this.options = request;
		this.key = key(defaults.keyPrefix, key, request);
		LockMode mode = this.key.mode();
		LockClaim claim = LockClaim.of(this.key, (leaseTime != null) ? leaseTime : defaults.leaseTime,
				(mode == LockMode.EXCLUSIVE) ? defaults.tokens : 1, defaults.nodeName);
		this.claim = (mode == LockMode.PERMIT) ? claim.withPermits(new Permits(request.permits(), defaults.version))
				: claim;
		this.leaseNanos = (leaseTime != null) ? Durations.of(leaseTime) : defaults.leaseNanos;
		this.waitNanos = (waitTime != null) ? Durations.of(waitTime) : defaults.waitNanos;
		this.deadline = startedAt + this.waitNanos;
		this.autoRenew = request.autoRenew();
		this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : defaults.maxHoldNanos;
	}

	private static LockKey key(String prefix, String name, LockRequest request) {
		try {
			return new LockKey(prefix, name, request.mode());
		}
		catch (IllegalArgumentException ex) {
			String shown = (name.length() <= 100) ? name : name.substring(0, 100) + "...";
			throw new IllegalLockKeyException(shown, request.name(),
					"Invalid request for lock '%s': %s".formatted(LockKey.shown(name), ex.getMessage()), ex);
		}
	}

	String name() {
		return this.key.name();
	}

	@Nullable String methodName() {
		LockedMethod method = this.options.method();
		return (method != null) ? method.toString() : null;
	}

	/**
	 * Defaults of an engine for unset options of requests.
	 */
	static final class Defaults {

		final String keyPrefix;

		final String nodeName;

		final long waitNanos;

		final Duration leaseTime;

		final long leaseNanos;

		final long maxHoldNanos;

		final int tokens;

		/**
		 * Order of the configurations of nodes.
		 */
		final long version;

		Defaults(String keyPrefix, String nodeName, Duration waitTime, Duration leaseTime,
				@Nullable Duration maxHoldTime, int tokens, long version) {
			this.keyPrefix = keyPrefix;
			this.nodeName = nodeName;
			this.waitNanos = Durations.of(waitTime);
			this.leaseTime = leaseTime;
			this.leaseNanos = Durations.of(leaseTime);
			this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : Long.MAX_VALUE;
			this.tokens = tokens;
			this.version = version;
		}

	}

}
