// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.Permits;

/**
 * A request for one key with every default filled in.
 */
final class ResolvedRequest {

	final LockKey key;

	/**
	 * What the store is asked for.
	 */
	final LockClaim claim;

	final long leaseNanos;

	final long waitNanos;

	/**
	 * When the wait ends, the same for all keys of a request.
	 */
	final long deadline;

	/**
	 * Whether the watchdog renews.
	 */
	final boolean autoRenew;

	/**
	 * When renewal stops, {@link Long#MAX_VALUE} for never.
	 */
	final long maxHoldNanos;

	final OnLost onLost;

	/**
	 * Fill in a request.
	 * @param key one of its keys
	 * @param startedAt when the request was made
	 */
	ResolvedRequest(RequestDefaults defaults, String key, LockRequest request, long startedAt) {
		LockMode mode = request.mode();
		Duration leaseTime = request.leaseTime();
		Duration waitTime = request.waitTime();
		Duration maxHoldTime = request.maxHoldTime();
		this.key = key(defaults.keyPrefix, key, mode);
		this.claim = new LockClaim(this.key, (leaseTime != null) ? leaseTime : defaults.leaseTime,
				(mode == LockMode.EXCLUSIVE) ? defaults.tokens : 1, defaults.nodeName,
				(mode == LockMode.PERMIT) ? new Permits(request.permits(), defaults.version) : Permits.NONE);
		this.leaseNanos = (leaseTime != null) ? Durations.of(leaseTime) : defaults.leaseNanos;
		this.waitNanos = (waitTime != null) ? Durations.of(waitTime) : defaults.waitNanos;
		this.deadline = startedAt + this.waitNanos;
		this.autoRenew = request.autoRenew();
		this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : defaults.maxHoldNanos;
		this.onLost = request.onLost();
	}

	private static LockKey key(String prefix, String name, LockMode mode) {
		try {
			return new LockKey(prefix, name, mode);
		}
		catch (IllegalArgumentException ex) {
			String shown = (name.length() <= 100) ? name : name.substring(0, 100) + "...";
			throw new IllegalLockKeyException(shown,
					"Invalid request for lock '%s': %s".formatted(LockKey.shown(name), ex.getMessage()), ex);
		}
	}

	String name() {
		return this.key.name();
	}

}
