// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

/**
 * Request of the engine to a store for one key: the duration of the lease, and the number
 * of fencing tokens for hand-offs inside this JVM. Immutable; later versions may add
 * attributes.
 *
 * @since 0.1.0
 */
public final class LockClaim {

	private final LockKey key;

	private final Duration leaseTime;

	private final int tokens;

	private final String holder;

	private final Permits permits;

	private LockClaim(LockKey key, Duration leaseTime, int tokens, String holder, Permits permits) {
		this.key = key;
		this.leaseTime = leaseTime;
		this.tokens = tokens;
		this.holder = holder;
		this.permits = permits;
	}

	/**
	 * Create a claim of a lock.
	 * @param key the lock
	 * @param leaseTime the positive time for which the store keeps the lock without
	 * renewal
	 * @param tokens the number of consecutive fencing tokens to reserve, at least 1
	 * @param holder the name of the requesting node, at most 100 characters
	 * @return the claim
	 */
	public static LockClaim of(LockKey key, Duration leaseTime, int tokens, String holder) {
		return new LockClaim(key, leaseTime, tokens, holder, Permits.NONE);
	}

	/**
	 * Set the maximum number of concurrent owners for a key of permits.
	 * @param permits the number
	 * @return the changed claim
	 */
	public LockClaim withPermits(Permits permits) {
		return new LockClaim(this.key, this.leaseTime, this.tokens, this.holder, permits);
	}

	/**
	 * Return the key of the lock.
	 * @return the key
	 */
	public LockKey key() {
		return this.key;
	}

	/**
	 * Return the time for which the store keeps the lock without renewal.
	 * @return the positive duration
	 */
	public Duration leaseTime() {
		return this.leaseTime;
	}

	/**
	 * Return the number of consecutive fencing tokens to reserve.
	 * @return the number, at least 1
	 */
	public int tokens() {
		return this.tokens;
	}

	/**
	 * Return the name of the requesting node, for human readers of the store. Stores
	 * never base decisions on the name.
	 * @return the name, at most 100 characters
	 */
	public String holder() {
		return this.holder;
	}

	/**
	 * Return the maximum number of concurrent owners for a key of permits.
	 * @return the number, {@link Permits#NONE} for other keys
	 */
	public Permits permits() {
		return this.permits;
	}

}
