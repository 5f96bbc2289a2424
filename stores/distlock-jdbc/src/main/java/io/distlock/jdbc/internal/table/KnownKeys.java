// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.table;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers for a while, and up to a number, what is known of keys.
 *
 * @since 0.1.0
 */
public final class KnownKeys {

	/**
	 * Longer than any process lives.
	 */
	public static final Duration FOREVER = Duration.ofDays(3650);

	private static final int MAX = 10_000;

	private final Map<String, Long> until = new ConcurrentHashMap<>();

	private final long nanos;

	public KnownKeys(Duration time) {
		this.nanos = time.toNanos();
	}

	public boolean contains(String key) {
		Long end = this.until.get(key);
		return end != null && System.nanoTime() - end < 0;
	}

	public void add(String key) {
		if (this.until.size() >= MAX) {
			this.until.clear();
		}
		this.until.put(key, System.nanoTime() + this.nanos);
	}

	public void remove(String key) {
		this.until.remove(key);
	}

}
