// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

/**
 * A grant by a store. The tokens {@code firstToken} to {@code lastToken} belong to this
 * lease alone, and are greater than every token of every earlier grant of the key.
 *
 * @param key the lock
 * @param owner the attempt that was granted
 * @param duration how long the store keeps the lock after the grant and after each
 * renewal: what was asked for, or less where the store cannot promise as much; the engine
 * then renews until the time is over that was asked for
 * @param firstToken the first fencing token of the block
 * @param lastToken the last fencing token of the block, inclusive
 * @since 0.1.0
 */
public record Lease(LockKey key, LockOwner owner, Duration duration, long firstToken, long lastToken) {

	/**
	 * Create what a claim was granted.
	 * @param claim the claim, whose lease and number of tokens the store has granted
	 * @param owner the attempt that was granted
	 * @param lastToken the last fencing token of the block
	 * @return the lease
	 */
	public static Lease granted(LockClaim claim, LockOwner owner, long lastToken) {
		return new Lease(claim.key(), owner, claim.leaseTime(), lastToken - claim.tokens() + 1, lastToken);
	}

}
