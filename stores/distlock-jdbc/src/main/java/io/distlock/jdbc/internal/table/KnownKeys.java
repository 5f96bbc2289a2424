// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.table;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cache of facts about keys, limited in time and size.
 *
 * @since 0.1.0
 */
public final class KnownKeys {

	/**
	 * Duration longer than the lifetime of a process.
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
