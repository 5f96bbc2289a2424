// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

/**
 * A store that keeps its data in memory, which an administrator may limit.
 *
 * @since 0.1.0
 */
public interface MemoryStore extends Store {

	/**
	 * Limit the memory of all servers to less than they use.
	 */
	void fillMemory();

	/**
	 * Remove the limit.
	 */
	void freeMemory();

}
