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

package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.IdleStore;
import io.distlock.testserver.RedisServer;

/**
 * A Redis server that counts connections.
 */
public final class IdleRedis {

	private IdleRedis() {
	}

	/**
	 * Describe the store as applications have it that use Redis for something else, too.
	 */
	public static IdleStore used() {
		return new IdleStore("Redis, client in use", true, () -> start(DistlockNode.USE_CLIENT + "=true"));
	}

	/**
	 * Describe the store as applications have it that use Redis for locks only. distlock
	 * promises to look at the server at start, so it wakes up the application's client.
	 */
	public static IdleStore unused() {
		return new IdleStore("Redis, client not used", false, () -> start(DistlockNode.USE_CLIENT + "=false"));
	}

	private static IdleStore.Running start(String client) {
		RedisServer server = new RedisServer().start();
		return IdleStore.Running.of(
				List.of("distlock.provider=redis", "distlock.redis.client=spring-data-redis",
						"spring.data.redis.client-type=lettuce", "spring.data.redis.port=" + server.port(), client),
				() -> Long.parseLong(server.info("connected_clients")) - 1, server);
	}

}
