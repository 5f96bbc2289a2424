// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Identities of several masters.
 */
final class RedlockIdentities {

	private final Map<String, Integer> nodesByRunId = new ConcurrentHashMap<>();

	/**
	 * Note who answered.
	 * @param node the position of the node
	 * @param runId what the server calls itself
	 * @throws LockStoreException if another node is the same server
	 */
	void register(int node, String runId) {
		Integer other = this.nodesByRunId.putIfAbsent(runId, node);
		if (other != null && other != node) {
			throw new LockStoreException(
					("The masters of Redlock must be different servers, but entries %d and %d are the same one "
							+ "(run_id %s): its vote would count twice")
						.formatted(Math.min(node, other) + 1, Math.max(node, other) + 1, runId),
					Outcome.PERMANENT, null);
		}
	}

}
