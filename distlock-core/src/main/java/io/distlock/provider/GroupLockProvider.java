// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.List;
import java.util.Optional;

/**
 * A store that can grant several keys in one step, all of them or none. Implemented by
 * providers in addition to {@link LockProvider}. Keys that cannot be granted in one step
 * are acquired one after the other, in one order everywhere.
 *
 * @since 0.1.0
 */
public interface GroupLockProvider {

	/**
	 * Return whether keys can be granted in one step.
	 * @param keys the keys, all different
	 * @return whether {@link #attemptAll} may be asked for them
	 */
	boolean canGrantTogether(List<LockKey> keys);

	/**
	 * Ask the store once for several keys. Blocks for the round trip and no longer, and
	 * leaves nothing in the store unless all keys are granted.
	 * @param claims what is asked for, of different keys
	 * @param owner the identity of this attempt, never used before; each lease is
	 * released and renewed on its own under it
	 * @return the leases, in the order of the claims; empty if another owner has one of
	 * the keys
	 * @throws LockStoreException if the store did not answer, or answered with an error;
	 * if the outcome is not known, all keys may have been granted
	 */
	Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner);

}
