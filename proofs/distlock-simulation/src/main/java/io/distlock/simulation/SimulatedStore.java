// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;

/**
 * Store of locks that all nodes share.
 */
interface SimulatedStore {

	/**
	 * Create the access of a node.
	 */
	LockProvider connect(Node node);

	/**
	 * Release a lock as part of another request.
	 */
	boolean release(Node node, LockKey key, LockOwner owner, long lastToken);

	/**
	 * Return the time for which a lock is held without renewal.
	 */
	Duration leaseLeft(LockKey key);

}
