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

package io.distlock.jdbc.queue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks for which this node is counted among those that poll. A node that gives up
 * stays counted, and is not counted again when it comes back.
 *
 * @since 0.1.0
 */
public final class Places {

	private static final int MAX = 10_000;

	private final Set<String> keys = ConcurrentHashMap.newKeySet();

	/**
	 * Return whether the node is counted.
	 * @param key the encoded key
	 * @return whether it is
	 */
	public boolean contains(String key) {
		return this.keys.contains(key);
	}

	/**
	 * Note that the node is counted.
	 * @param key the encoded key
	 */
	public void add(String key) {
		if (this.keys.size() >= MAX) {
			this.keys.clear();
		}
		this.keys.add(key);
	}

	/**
	 * Note that it is not counted any more, since it was granted the lock.
	 * @param key the encoded key
	 */
	public void remove(String key) {
		this.keys.remove(key);
	}

}
