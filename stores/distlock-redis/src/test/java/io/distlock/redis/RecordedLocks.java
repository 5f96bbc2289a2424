// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import io.distlock.contract.TestNode;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.testserver.redis.RedisServer;

/**
 * What the records of locks say.
 */
final class RecordedLocks {

	private RecordedLocks() {
	}

	/**
	 * Tell whether another node waits, as the holder sees it.
	 */
	static boolean isWaitedFor(RedisServer server, String key) {
		return isMarked(server.send("GET", new RedisKeys(TestNode.key(key)).lock()));
	}

	/**
	 * Tell whether another node waits, and will be woken.
	 */
	static boolean isQueuedFor(RedisServer server, String key) {
		return server.send("ZCARD", new RedisKeys(TestNode.key(key)).queue()).equals(1L);
	}

	static boolean isFree(RedisServer server, String key) {
		Object record = server.send("GET", new RedisKeys(TestNode.key(key)).lock());
		return record == null || record.toString().matches("\\d+ \\d+ =.*");
	}

	static boolean isMarked(Object record) {
		return record != null && record.toString().matches("\\d+ \\d+ [^= ]+ w.*");
	}

}
