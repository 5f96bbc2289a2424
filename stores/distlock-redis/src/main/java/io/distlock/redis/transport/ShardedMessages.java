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

package io.distlock.redis.transport;

import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages that stay in a shard of a cluster.
 *
 * @since 0.1.0
 */
public final class ShardedMessages {

	private static final Logger logger = LoggerFactory.getLogger(ShardedMessages.class);

	private ShardedMessages() {
	}

	/**
	 * Tell whether there are such messages. A cluster that does not say its version is
	 * taken for a current one.
	 * @param transport the way to the server
	 * @return whether it is a cluster of a version that has them
	 */
	public static boolean areSupported(RedisTransport transport) {
		if (!transport.isCluster()) {
			return false;
		}
		try {
			return !RedisVersion.ofInfo(transport.info("server")).isBefore(RedisVersion.SHARDED_MESSAGES);
		}
		catch (LockStoreException ex) {
			logger.debug("The cluster does not tell its version", ex);
			return true;
		}
	}

}
