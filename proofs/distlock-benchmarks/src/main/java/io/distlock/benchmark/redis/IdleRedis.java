// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.IdleStore;
import io.distlock.testserver.redis.RedisServer;

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
				() -> Long.parseLong(server.info("connected_clients")) - 1, () -> (Long) server.send("DBSIZE"), server);
	}

}
