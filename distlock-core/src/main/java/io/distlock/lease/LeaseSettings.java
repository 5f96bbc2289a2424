// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.LockRequest;
import org.jspecify.annotations.Nullable;

/**
 * Defaults and bounds of the engine.
 *
 * @param keyPrefix separates applications that share a store
 * @param nodeName this node, for people who look into the store; at most 100 characters
 * @param waitTime how long a request waits unless it says otherwise
 * @param leaseTime the lease of a request unless it says otherwise
 * @param maxHoldTime when renewal stops unless a request says otherwise, {@code null} for
 * never
 * @param handOff bounds of the hand-over inside the JVM
 * @since 0.1.0
 */
public record LeaseSettings(String keyPrefix, String nodeName, Duration waitTime, Duration leaseTime,
		@Nullable Duration maxHoldTime, HandOff handOff) {

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if a time is negative, or the lease is shorter
	 * than {@link LockRequest#MIN_LEASE_TIME} or longer than
	 * {@link LockRequest#MAX_LEASE_TIME}
	 */
	public LeaseSettings {
		if (waitTime.isNegative()) {
			throw new IllegalArgumentException("'waitTime' must not be negative, but is " + waitTime);
		}
		if (leaseTime.compareTo(LockRequest.MIN_LEASE_TIME) < 0) {
			throw new IllegalArgumentException(
					"'leaseTime' must be at least %s, but is %s".formatted(LockRequest.MIN_LEASE_TIME, leaseTime));
		}
		if (leaseTime.compareTo(LockRequest.MAX_LEASE_TIME) > 0) {
			throw new IllegalArgumentException("'leaseTime' must not be longer than 292 years, but is " + leaseTime);
		}
		if (maxHoldTime != null && (maxHoldTime.isNegative() || maxHoldTime.isZero())) {
			throw new IllegalArgumentException("'maxHoldTime' must be positive, but is " + maxHoldTime);
		}
	}

	/**
	 * How often a held lease goes from one thread of the JVM to the next before the store
	 * is asked whether another node waits.
	 *
	 * @param maxConsecutive the most hand-overs in a row, zero for none
	 * @param maxDuration the longest time since the store was asked
	 */
	public record HandOff(int maxConsecutive, Duration maxDuration) {

		/**
		 * The most hand-overs in a row: each needs a fencing token that is reserved with
		 * the lease, and tokens must not run ahead of the store's clock.
		 */
		public static final int MAX_CONSECUTIVE = 10_000;

		/**
		 * Check the values.
		 * @throws IllegalArgumentException if one is negative, or there are too many
		 * hand-overs
		 */
		public HandOff {
			if (maxConsecutive < 0) {
				throw new IllegalArgumentException("'maxConsecutive' must not be negative, but is " + maxConsecutive);
			}
			if (maxConsecutive > MAX_CONSECUTIVE) {
				throw new IllegalArgumentException("'maxConsecutive' must not be more than %d, but is %d"
					.formatted(MAX_CONSECUTIVE, maxConsecutive));
			}
			if (maxDuration.isNegative()) {
				throw new IllegalArgumentException("'maxDuration' must not be negative, but is " + maxDuration);
			}
		}

	}

}
