// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store of several servers, each of which has a part of the locks.
 *
 * @since 0.1.0
 */
public interface ShardedStore extends Store {

	/**
	 * Return who has a key.
	 * @param key the key
	 * @return the place of that server in {@link #ports()}
	 */
	int shard(String key);

}
