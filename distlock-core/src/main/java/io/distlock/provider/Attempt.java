// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Duration;

/**
 * The store's answer to one attempt to take a lock.
 *
 * @since 0.1.0
 */
public sealed interface Attempt {

	/**
	 * The lock is taken.
	 *
	 * @param lease the grant
	 */
	record Granted(Lease lease) implements Attempt {

	}

	/**
	 * Another owner has the lock.
	 *
	 * @param retryAfter how long to wait for a wake-up before the next attempt, at most;
	 * zero asks for the next attempt at once, because a subscription has just been
	 * confirmed
	 */
	record Busy(Duration retryAfter) implements Attempt {

	}

}
