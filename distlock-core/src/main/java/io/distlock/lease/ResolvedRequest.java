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
 *
 * @param claim what is asked of the store
 * @param waitNanos how long to wait
 * @param deadline when the wait ends, the same for all keys of a request
 * @param autoRenew whether the watchdog renews
 * @param maxHoldNanos when renewal stops, {@link Long#MAX_VALUE} for never
 * @param onLost what a loss does to the owner
 */
record ResolvedRequest(LockClaim claim, long waitNanos, long deadline, boolean autoRenew, long maxHoldNanos,
		OnLost onLost) {

	static ResolvedRequest of(String key, LockRequest request, LeaseSettings settings, long startedAt, long version) {
		LockMode mode = request.mode();
		LockKey lockKey = lockKey(settings.keyPrefix(), key, mode);
		Duration maxHoldTime = (request.maxHoldTime() != null) ? request.maxHoldTime() : settings.maxHoldTime();
		int tokens = (mode == LockMode.EXCLUSIVE) ? settings.handOff().maxConsecutive() + 1 : 1;
		Permits permits = (mode == LockMode.PERMIT) ? new Permits(request.permits(), version) : Permits.NONE;
		LockClaim claim = new LockClaim(lockKey, leaseTime(request, settings), tokens, settings.nodeName(), permits);
		long waitNanos = Durations.of(waitTime(request, settings));
		return new ResolvedRequest(claim, waitNanos, startedAt + waitNanos, request.autoRenew(),
				(maxHoldTime != null) ? Durations.of(maxHoldTime) : Long.MAX_VALUE, request.onLost());
	}

	private static LockKey lockKey(String prefix, String key, LockMode mode) {
		try {
			return new LockKey(prefix, key, mode);
		}
		catch (IllegalArgumentException ex) {
			String shown = (key.length() <= 100) ? key : key.substring(0, 100) + "...";
			throw new IllegalLockKeyException(shown,
					"Invalid request for lock '%s': %s".formatted(LockKey.shown(key), ex.getMessage()), ex);
		}
	}

	static Duration leaseTime(LockRequest request, LeaseSettings settings) {
		return (request.leaseTime() != null) ? request.leaseTime() : settings.leaseTime();
	}

	static Duration waitTime(LockRequest request, LeaseSettings settings) {
		return (request.waitTime() != null) ? request.waitTime() : settings.waitTime();
	}

	LockKey key() {
		return this.claim.key();
	}

	String name() {
		return this.claim.key().name();
	}

}
