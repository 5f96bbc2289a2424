// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.time.Duration;

/**
 * Expiry times of items. Memcached reads its clock once a second and truncates it to
 * seconds. Its time is therefore up to two seconds old, and an item may expire two
 * seconds early: a lease is rounded up to seconds and stored for two more seconds. A
 * number above 30 days would be read as a date.
 */
final class Expiry {

	/**
	 * Expiry of an item that ends at once.
	 */
	static final int NOW = -1;

	/**
	 * Maximum age of the server's time: one second since the read, and the truncated
	 * fraction.
	 */
	private static final int CLOCK_LAG = 2;

	private static final int MAX_SECONDS = 30 * 24 * 60 * 60;

	/**
	 * Maximum lease of an item; the engine renews a longer lease internally.
	 */
	static final Duration MAX_LEASE = Duration.ofSeconds(MAX_SECONDS - CLOCK_LAG);

	private Expiry() {
	}

	static Duration bounded(Duration lease) {
		return (lease.compareTo(MAX_LEASE) > 0) ? MAX_LEASE : lease;
	}

	/**
	 * Return the expiry that keeps an item for at least a lease.
	 */
	static int seconds(Duration lease) {
		Duration bounded = bounded(lease);
		long up = (bounded.getNano() > 0) ? 1 : 0;
		return (int) (bounded.getSeconds() + up + CLOCK_LAG);
	}

}
