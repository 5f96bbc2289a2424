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

package io.distlock.redis.redlock;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Which server each of several masters is.
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
					("'distlock.redis.redlock.nodes' must be different servers, but entries %d and %d are the same one "
							+ "(run_id %s): its vote would count twice")
						.formatted(Math.min(node, other) + 1, Math.max(node, other) + 1, runId),
					Outcome.PERMANENT, null);
		}
	}

}
