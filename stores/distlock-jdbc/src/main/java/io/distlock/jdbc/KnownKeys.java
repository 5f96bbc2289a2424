// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers for a while, and up to a number, what is known of keys.
 */
final class KnownKeys {

	static final Duration FOREVER = Duration.ofDays(3650);

	private static final int MAX = 10_000;

	private final Map<String, Long> until = new ConcurrentHashMap<>();

	private final long nanos;

	KnownKeys(Duration time) {
		this.nanos = time.toNanos();
	}

	boolean contains(String key) {
		Long end = this.until.get(key);
		return end != null && System.nanoTime() - end < 0;
	}

	void add(String key) {
		if (this.until.size() >= MAX) {
			this.until.clear();
		}
		this.until.put(key, System.nanoTime() + this.nanos);
	}

	void remove(String key) {
		this.until.remove(key);
	}

}
