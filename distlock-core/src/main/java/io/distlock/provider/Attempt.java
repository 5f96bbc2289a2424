// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

/**
 * Result of one attempt to acquire a lock in the store.
 *
 * @since 0.1.0
 */
public sealed interface Attempt {

	/**
	 * The lock was granted.
	 *
	 * @param lease the granted lease
	 */
	record Granted(Lease lease) implements Attempt {

	}

	/**
	 * Another owner holds the lock.
	 *
	 * @param retryAfter maximum time to wait for a wake-up before the next attempt; zero
	 * requests the next attempt immediately, because a subscription has just been
	 * confirmed
	 */
	record Busy(Duration retryAfter) implements Attempt {

	}

}
