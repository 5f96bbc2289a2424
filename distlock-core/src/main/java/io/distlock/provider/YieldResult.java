// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;
import java.util.Objects;

/**
 * The store's answer to a request that either renews a lease or, where another node
 * waits, gives it up.
 *
 * @since 0.1.0
 */
public sealed interface YieldResult {

	/**
	 * No other node waits: the lease runs anew, with a new block of tokens.
	 *
	 * @param lease the renewed lease, of the same owner
	 */
	record Renewed(Lease lease) implements YieldResult {

		public Renewed {
			Objects.requireNonNull(lease, "'lease' must not be null");
		}

	}

	/**
	 * Another node waits: the lock has been released, and that node woken.
	 *
	 * @param backOff how long this node stays out of the contest, so that the other one
	 * gets its turn
	 */
	record Yielded(Duration backOff) implements YieldResult {

	}

	/**
	 * The lock was no longer ours.
	 */
	record Lost() implements YieldResult {

	}

}
