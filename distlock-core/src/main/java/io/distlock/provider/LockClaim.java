// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

/**
 * The engine's request to a store for one key: the lease, and how many fencing tokens the
 * grant should include, one for each hand-off inside this JVM.
 *
 * @param key the lock
 * @param leaseTime how long the store keeps the lock unless it is renewed, positive
 * @param tokens how many consecutive fencing tokens to reserve, at least 1
 * @param holder the node that asks, for people who look into the store; never used to
 * decide anything; at most 100 characters
 * @param permits how many may hold a key of permits at once
 * @since 0.1.0
 */
public record LockClaim(LockKey key, Duration leaseTime, int tokens, String holder, Permits permits) {

	/**
	 * Create a claim of a lock.
	 * @param key the lock
	 * @param leaseTime how long the store keeps it
	 * @param tokens how many tokens to reserve
	 * @param holder the node that asks
	 */
	public LockClaim(LockKey key, Duration leaseTime, int tokens, String holder) {
		this(key, leaseTime, tokens, holder, Permits.NONE);
	}

}
