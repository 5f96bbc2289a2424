/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.jdbc;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.provider.LockKey;

/**
 * Remembers for a while, and up to a number, which keys have a row.
 */
final class KnownRows {

	private static final int MAX = 10_000;

	private static final Duration LONGEST = Duration.ofMinutes(10);

	private final Map<LockKey, Long> until = new ConcurrentHashMap<>();

	private final long nanos;

	/**
	 * Create an empty memory.
	 * @param purgeAfter how long a row is surely kept
	 */
	KnownRows(Duration purgeAfter) {
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
