// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.List;
import java.util.Optional;

/**
 * Store that can grant several keys in one step, all or none. Implemented by providers in
 * addition to {@link LockProvider}. Other keys are acquired one after the other, in the
 * same order on all nodes.
 *
 * @since 0.1.0
 */
public interface GroupLockProvider {

	/**
	 * Return whether the store can grant the keys in one step.
	 * @param keys distinct keys
	 * @return {@code true} if {@link #attemptAll} supports the keys
	 */
	boolean canGrantTogether(List<LockKey> keys);

	/**
	 * Send one request for several keys. Blocks only for the round trip, and leaves
	 * nothing in the store unless all keys are granted.
	 * @param claims claims of distinct keys
	 * @param owner the unique identity of this attempt; each lease is released and
	 * renewed separately under this owner
	 * @return the leases in the order of the claims; empty if another owner holds one of
	 * the keys
	 * @throws LockStoreException if the store did not respond or returned an error; if
	 * the outcome is unknown, all keys may have been granted
	 */
	Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner);

}
