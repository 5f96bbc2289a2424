// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.queue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks for which this node is counted among those that poll. A node that gives up
 * stays counted, and is not counted again when it comes back.
 *
 * @since 0.1.0
 */
public final class CountedKeys {

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
