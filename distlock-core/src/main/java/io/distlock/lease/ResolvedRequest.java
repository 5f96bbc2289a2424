// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import io.distlock.OnLost;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;

/**
 * A request for one key with every default filled in.
 *
 * @param claim what is asked of the store
 * @param waitNanos how long to wait
 * @param deadline when the wait ends, the same for all keys of a request
 * @param autoRenew whether the watchdog renews
 * @param maxHoldNanos when renewal stops, {@link Long#MAX_VALUE} for never
 * @param onLost what a loss does to the owner
 */
record ResolvedRequest(LockClaim claim, long waitNanos, long deadline, boolean autoRenew, long maxHoldNanos,
		OnLost onLost) {

	LockKey key() {
		return this.claim.key();
	}

	String name() {
		return this.claim.key().name();
	}

}
