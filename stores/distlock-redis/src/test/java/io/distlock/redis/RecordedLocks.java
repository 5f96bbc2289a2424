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

package io.distlock.redis;

import io.distlock.contract.TestNode;
import io.distlock.testserver.RedisServer;

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
		return isMarked(server.send("GET", RedisKeys.lock(TestNode.key(key))));
	}

	/**
	 * Tell whether another node waits, and will be woken.
	 */
	static boolean isQueuedFor(RedisServer server, String key) {
		return server.send("ZCARD", RedisKeys.of(TestNode.key(key)).queue()).equals(1L);
	}

	static boolean isFree(RedisServer server, String key) {
		Object record = server.send("GET", RedisKeys.lock(TestNode.key(key)));
		return record == null || record.toString().matches("\\d+ \\d+ =.*");
	}

	static boolean isMarked(Object record) {
		return record != null && record.toString().matches("\\d+ \\d+ [^= ]+ w.*");
	}

}
