// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.time.Duration;

/**
 * Expiry times of items. Memcached reads its clock once a second, and drops what is left
 * of a second. So the time from which it counts is up to two seconds old, and an item may
 * be gone two seconds early: a lease is stored for two seconds more than its seconds,
 * rounded up. A number above 30 days would be read as a date.
 */
final class Expiry {

	/**
	 * Expiry that ends an item at once.
	 */
	static final int NOW = -1;

	/**
	 * Age that the server's time may have: a second since it was read, and the fraction
	 * that was dropped then.
	 */
	private static final int CLOCK_LAG = 2;

	private static final int MAX_SECONDS = 30 * 24 * 60 * 60;

	/**
	 * The longest lease that can be stored; the engine renews a longer one underneath.
	 */
	static final Duration LONGEST_LEASE = Duration.ofSeconds(MAX_SECONDS - CLOCK_LAG);

	private Expiry() {
	}

	static Duration bounded(Duration lease) {
		return (lease.compareTo(LONGEST_LEASE) > 0) ? LONGEST_LEASE : lease;
	}

	/**
	 * Return the expiry that keeps an item for a lease at least.
	 */
	static int seconds(Duration lease) {
		Duration bounded = bounded(lease);
		long up = (bounded.getNano() > 0) ? 1 : 0;
		return (int) (bounded.getSeconds() + up + CLOCK_LAG);
	}

}
