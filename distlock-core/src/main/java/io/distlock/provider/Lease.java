// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Lease granted by a store. The tokens {@code firstToken} to {@code lastToken} belong
 * only to this lease, and are greater than all tokens of earlier grants of the key.
 * Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class Lease {

	private final LockKey key;

	private final LockOwner owner;

	private final Duration duration;

	private final long firstToken;

	private final long lastToken;

	private Lease(LockKey key, LockOwner owner, Duration duration, long firstToken, long lastToken) {
		this.key = key;
		this.owner = owner;
		this.duration = duration;
		this.firstToken = firstToken;
		this.lastToken = lastToken;
	}

	/**
	 * Create the lease for a granted claim, with the claim's duration and number of
	 * tokens.
	 * @param claim the claim
	 * @param owner the granted attempt
	 * @param lastToken the last fencing token of the block, inclusive
	 * @return the lease
	 */
	public static Lease granted(LockClaim claim, LockOwner owner, long lastToken) {
		return new Lease(claim.key(), owner, claim.leaseTime(), lastToken - claim.tokens() + 1, lastToken);
	}

	/**
	 * Create a lease.
	 * @param key the lock
	 * @param owner the granted attempt
	 * @param duration the time for which the store keeps the lock after the grant and
	 * after each renewal: the requested duration, or less if the store cannot guarantee
	 * as much. In the latter case the engine renews until the requested time has elapsed
	 * @param firstToken the first fencing token of the block
	 * @param lastToken the last fencing token of the block, inclusive
	 * @return the lease
	 */
	public static Lease of(LockKey key, LockOwner owner, Duration duration, long firstToken, long lastToken) {
		return new Lease(key, owner, duration, firstToken, lastToken);
	}

	/**
	 * Return the key of the lock.
	 * @return the key
	 */
	public LockKey key() {
		return this.key;
	}

	/**
	 * Return the granted attempt.
	 * @return the owner
	 */
	public LockOwner owner() {
		return this.owner;
	}

	/**
	 * Return the time for which the store keeps the lock after the grant and after each
	 * renewal.
	 * @return the duration
	 */
	public Duration duration() {
		return this.duration;
	}

	/**
	 * Return the first fencing token of the block.
	 * @return the token
	 */
	public long firstToken() {
		return this.firstToken;
	}

	/**
	 * Return the last fencing token of the block, inclusive.
	 * @return the token
	 */
	public long lastToken() {
		return this.lastToken;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Lease that && this.key.equals(that.key) && this.owner.equals(that.owner)
				&& this.duration.equals(that.duration) && this.firstToken == that.firstToken
				&& this.lastToken == that.lastToken;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.key, this.owner, this.lastToken);
	}

	@Override
	public String toString() {
		return "Lease[key=%s, owner=%s, duration=%s, firstToken=%d, lastToken=%d]".formatted(this.key, this.owner,
				this.duration, this.firstToken, this.lastToken);
	}

}
