// SPDX-License-Identifier: Apache-2.0

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
	 * Return whether there are such messages. A cluster that does not report its version
	 * is taken for a current one.
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
			logger.debug("The cluster does not report its version", ex);
			return true;
		}
	}

}
