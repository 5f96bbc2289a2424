// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;

/**
 * A request for one key with every default filled in.
 */
final class ResolvedRequest {

	final LockKey key;

	/**
	 * What the store is asked for.
	 */
	final LockClaim claim;

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
		Duration maxHoldTime = request.maxHoldTime();
		LockMode mode = request.mode();
		this.key = defaults.key(key, mode);
		this.claim = defaults.claim(this.key, mode, request);
		this.waitNanos = Durations.of(defaults.waitTime(request));
		this.deadline = startedAt + this.waitNanos;
		this.autoRenew = request.autoRenew();
		this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : defaults.maxHoldNanos;
		this.onLost = request.onLost();
	}

	String name() {
		return this.key.name();
	}

}
