// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.util.Objects;

/**
 * Result of a request that renews a lease or, if another node waits, releases the lock.
 *
 * @since 0.1.0
 */
public sealed interface YieldResult {

	/**
	 * No other node waits: the lease was renewed with a new block of tokens.
	 *
	 * @param lease the renewed lease of the same owner
	 */
	record Renewed(Lease lease) implements YieldResult {

		public Renewed {
			Objects.requireNonNull(lease, "'lease' must not be null");
		}

	}

	/**
	 * Another node waits: the lock was released, and the waiting node was woken.
	 *
	 * @param backOff the time for which this node must not contend, so that the waiting
	 * node is served
	 */
	record Yielded(Duration backOff) implements YieldResult {

	}

	/**
	 * The lock no longer belonged to the owner.
	 */
	record Lost() implements YieldResult {

	}

}
