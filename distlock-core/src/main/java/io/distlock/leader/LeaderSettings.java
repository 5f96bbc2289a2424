// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import io.distlock.LockRequest;

/**
 * Settings for standing for roles, and leading them.
 *
 * @param leaseTime the lease of the role, at least 100 ms. It is renewed every third of
 * it, and it is how long a role has no leader after a node has died
 * @param stepDownPause how long a node stays out that stepped down, so that another one
 * gets the role
 * @param maxBackOff the longest pause after a failure
 * @param listenerTimeout how long the role is kept for listeners that handle the end of a
 * term, before it is released anyway
 * @since 0.1.0
 */
public record LeaderSettings(Duration leaseTime, Duration stepDownPause, Duration maxBackOff,
		Duration listenerTimeout) {

	/**
	 * A lease of 15 seconds, a pause of 5 seconds, which is longer than stores are polled
	 * for, a back-off of at most 10 seconds, and 20 seconds for listeners.
	 */
	public static final LeaderSettings DEFAULTS = new LeaderSettings(Duration.ofSeconds(15), Duration.ofSeconds(5),
			Duration.ofSeconds(10), Duration.ofSeconds(20));

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if the lease is too short or too long, or a time
	 * is negative, or the back-off is zero
	 */
	public LeaderSettings {
		if (leaseTime.compareTo(LockRequest.MIN_LEASE_TIME) < 0) {
			throw new IllegalArgumentException("'leaseTime' must be at least %d ms, but is %s"
				.formatted(LockRequest.MIN_LEASE_TIME.toMillis(), leaseTime));
		}
		if (leaseTime.compareTo(LockRequest.MAX_LEASE_TIME) > 0) {
			throw new IllegalArgumentException(
					"'leaseTime' must not be longer than 292 years, but is %s".formatted(leaseTime));
		}
		checkNotNegative("stepDownPause", stepDownPause);
		checkNotNegative("maxBackOff", maxBackOff);
		checkNotNegative("listenerTimeout", listenerTimeout);
		if (maxBackOff.isZero()) {
			throw new IllegalArgumentException("'maxBackOff' must not be zero");
		}
	}

	private static void checkNotNegative(String name, Duration value) {
		if (value.isNegative()) {
			throw new IllegalArgumentException("'%s' must not be negative, but is %s".formatted(name, value));
		}
	}

}
