// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
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

	final long maxHoldNanos;

	private final int tokens;

	private final long version;

	/**
	 * Create defaults.
	 * @param version the order of what nodes have configured
	 */
	RequestDefaults(LeaseSettings settings, long version) {
		this.version = version;
		this.keyPrefix = settings.keyPrefix();
		this.nodeName = settings.nodeName();
		this.waitTime = settings.waitTime();
		this.leaseTime = settings.leaseTime();
		Duration maxHoldTime = settings.maxHoldTime();
		this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : Long.MAX_VALUE;
		this.tokens = settings.handOff().maxConsecutive() + 1;
	}

	LockKey key(String name, LockMode mode) {
		try {
			return new LockKey(this.keyPrefix, name, mode);
		}
		catch (IllegalArgumentException ex) {
			String shown = (name.length() <= 100) ? name : name.substring(0, 100) + "...";
			throw new IllegalLockKeyException(shown,
					"Invalid request for lock '%s': %s".formatted(LockKey.shown(name), ex.getMessage()), ex);
		}
	}

	LockClaim claim(LockKey key, LockMode mode, LockRequest request) {
		int tokens = (mode == LockMode.EXCLUSIVE) ? this.tokens : 1;
		Permits permits = (mode == LockMode.PERMIT) ? new Permits(request.permits(), this.version) : Permits.NONE;
		return new LockClaim(key, leaseTime(request), tokens, this.nodeName, permits);
	}

	Duration leaseTime(LockRequest request) {
		return Objects.requireNonNullElse(request.leaseTime(), this.leaseTime);
	}

	Duration waitTime(LockRequest request) {
		return Objects.requireNonNullElse(request.waitTime(), this.waitTime);
	}

}
