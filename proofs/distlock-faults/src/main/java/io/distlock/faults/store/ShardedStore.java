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

	/**
	 * Kill a server as {@code kill -9} does.
	 * @param shard its place in {@link #ports()}
	 */
	void kill(int shard);

	/**
	 * Start a server again with its data.
	 * @param shard its place in {@link #ports()}
	 */
	void restart(int shard);

	/**
	 * Stop a server with {@code SIGSTOP}.
	 * @param shard its place in {@link #ports()}
	 */
	void freeze(int shard);

	/**
	 * Let a frozen server go on.
	 * @param shard its place in {@link #ports()}
	 */
	void thaw(int shard);

}
