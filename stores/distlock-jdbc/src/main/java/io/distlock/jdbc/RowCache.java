// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.provider.LockKey;

/**
 * Remembers for a while, and up to a number, which keys have a row.
 */
final class RowCache {

	private static final int MAX = 10_000;

	private static final Duration LONGEST = Duration.ofMinutes(10);

	private final Map<LockKey, Long> until = new ConcurrentHashMap<>();

	private final long nanos;

	/**
	 * Create an empty memory.
	 * @param purgeAfter how long a row is surely kept
	 */
	RowCache(Duration purgeAfter) {
		Duration half = purgeAfter.dividedBy(2);
		this.nanos = ((half.compareTo(LONGEST) < 0) ? half : LONGEST).toNanos();
	}

	boolean contains(LockKey key) {
		Long end = this.until.get(key);
		return end != null && System.nanoTime() - end < 0;
	}

	void add(LockKey key) {
		if (this.until.size() >= MAX) {
			this.until.clear();
		}
		this.until.put(key, System.nanoTime() + this.nanos);
	}

	void remove(LockKey key) {
		this.until.remove(key);
	}

}
