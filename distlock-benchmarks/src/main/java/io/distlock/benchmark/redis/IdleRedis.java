package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.measure.IdleStore;
import io.distlock.testserver.RedisServer;

/**
 * A Redis server that counts connections.
 */
public final class IdleRedis {

	private IdleRedis() {
	}

	/**
	 * Describe the store.
	 */
	public static IdleStore store() {
		return new IdleStore("Redis", () -> {
			RedisServer server = new RedisServer().start();
			return IdleStore.Running.of(
					List.of("distlock.provider=redis", "distlock.redis.client=spring-data-redis",
							"spring.data.redis.client-type=lettuce", "spring.data.redis.port=" + server.port()),
					() -> Long.parseLong(server.info("connected_clients")) - 1, server);
		});
	}

}
