// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.time.Duration;

/**
 * Expiry times of items. Memcached counts whole seconds on a clock that ticks once a
 * second, so an item may be gone almost a second early: a lease is stored for a second
 * more than its seconds, rounded up. A number above 30 days would be read as a date.
 */
final class Expiry {

	/**
	 * Expiry that ends an item at once.
	 */
	static final int NOW = -1;

	private static final int MAX_SECONDS = 30 * 24 * 60 * 60;

	/**
	 * The longest lease that can be stored; the engine renews a longer one underneath.
	 */
	static final Duration LONGEST_LEASE = Duration.ofSeconds(MAX_SECONDS - 1);

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
		return (int) (bounded.getSeconds() + up + 1);
	}

}
