// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import java.util.Random;

/**
 * A store whose administrator may move keys from one shard to another.
 *
 * @since 0.1.0
 */
public interface SlotStore extends ShardedStore {

	/**
	 * Move all keys of some locks to other shards, one after the other, while clients use
	 * them.
	 * @param part a part of the keys
	 * @param random chooses the shards
	 * @throws InterruptedException if the thread is interrupted
	 */
	void moveKeys(String part, Random random) throws InterruptedException;

}
