// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Objects;

import io.distlock.LockRequest;

/**
 * What a request means that leaves something to the settings of its engine.
 */
final class RequestDefaults {

	final String keyPrefix;

	final String nodeName;

	final Duration waitTime;

	final long waitNanos;

	final Duration leaseTime;

	final long leaseNanos;

	final long maxHoldNanos;

	final int tokens;

	/**
	 * The order of what nodes have configured.
	 */
	final long version;

	RequestDefaults(LeaseSettings settings, long version) {
		this.version = version;
		this.keyPrefix = settings.keyPrefix();
		this.nodeName = settings.nodeName();
		this.waitTime = settings.waitTime();
		this.waitNanos = Durations.of(this.waitTime);
		this.leaseTime = settings.leaseTime();
		this.leaseNanos = Durations.of(this.leaseTime);
		Duration maxHoldTime = settings.maxHoldTime();
		this.maxHoldNanos = (maxHoldTime != null) ? Durations.of(maxHoldTime) : Long.MAX_VALUE;
		this.tokens = settings.handOff().maxConsecutive() + 1;
	}

	Duration leaseTime(LockRequest request) {
		return Objects.requireNonNullElse(request.leaseTime(), this.leaseTime);
	}

	Duration waitTime(LockRequest request) {
		return Objects.requireNonNullElse(request.waitTime(), this.waitTime);
	}

}
