// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

import io.distlock.IllegalLockKeyException;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.Permits;

/**
 * What a request means that leaves something to the settings of its engine.
 */
final class RequestDefaults {

	private final String keyPrefix;

	private final String nodeName;

	private final Duration waitTime;

	private final Duration leaseTime;

	private final long maxHoldNanos;

	private final int tokens;

	/**
	 * Time when the engine was created, in microseconds by the clock of its node: the
	 * order of what nodes have configured. A clock that is wrong costs that order, and
	 * breaks no promise.
	 */
	private final long version = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());

	RequestDefaults(LeaseSettings settings) {
		this.keyPrefix = settings.keyPrefix();
		this.nodeName = settings.nodeName();
		this.waitTime = settings.waitTime();
		this.leaseTime = settings.leaseTime();
		Duration maxHoldTime = settings.maxHoldTime();
		this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : Long.MAX_VALUE;
		this.tokens = settings.handOff().maxConsecutive() + 1;
	}

	/**
	 * Fill in a request.
	 * @param key one of its keys
	 * @param startedAt when the request was made
	 */
	ResolvedRequest resolve(String key, LockRequest request, long startedAt) {
		LockMode mode = request.mode();
		int tokens = (mode == LockMode.EXCLUSIVE) ? this.tokens : 1;
		Permits permits = (mode == LockMode.PERMIT) ? new Permits(request.permits(), this.version) : Permits.NONE;
		LockClaim claim = new LockClaim(lockKey(key, mode), leaseTime(request), tokens, this.nodeName, permits);
		long waitNanos = Durations.of(waitTime(request));
		Duration maxHoldTime = request.maxHoldTime();
		return new ResolvedRequest(claim, waitNanos, startedAt + waitNanos, request.autoRenew(),
				(maxHoldTime != null) ? Durations.of(maxHoldTime) : this.maxHoldNanos, request.onLost());
	}

	private LockKey lockKey(String key, LockMode mode) {
		try {
			return new LockKey(this.keyPrefix, key, mode);
		}
		catch (IllegalArgumentException ex) {
			String shown = (key.length() <= 100) ? key : key.substring(0, 100) + "...";
			throw new IllegalLockKeyException(shown,
					"Invalid request for lock '%s': %s".formatted(LockKey.shown(key), ex.getMessage()), ex);
		}
	}

	Duration leaseTime(LockRequest request) {
		return Objects.requireNonNullElse(request.leaseTime(), this.leaseTime);
	}

	Duration waitTime(LockRequest request) {
		return Objects.requireNonNullElse(request.waitTime(), this.waitTime);
	}

}
