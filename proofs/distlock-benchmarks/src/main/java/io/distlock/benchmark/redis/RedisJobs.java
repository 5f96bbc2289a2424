// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.Map;

import io.distlock.benchmark.measure.JobStoreServer;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.testserver.redis.RedisServer;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Jobs in Redis.
 */
public final class RedisJobs {

	private RedisJobs() {
	}

	/**
	 * Describe Redis, which counts calls of scripts.
	 */
	public static JobStoreServer redis() {
		return new JobStoreServer("Redis", Running::new);
	}

	private static final class Running implements JobStoreServer.Running {

		private final RedisServer server = new RedisServer().start();

		private final RedisUsage usage = new RedisUsage(this.server);

		@Override
		public LockProvider newProvider() {
			LettuceConnectionFactory connections = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", this.server.port()));
			connections.afterPropertiesSet();
			connections.start();
			return new RedisLockProvider(SpringRedisTransports.of(connections, connections::destroy),
					RedisLockSettings.defaults());
		}

		@Override
		public Map<String, Long> counts() {
			return Map.of("calls of scripts",
					this.usage.calls()
						.entrySet()
						.stream()
						.filter((call) -> call.getKey().startsWith("eval"))
						.mapToLong(Map.Entry::getValue)
						.sum());
		}

		@Override
		public void close() {
			this.usage.close();
			this.server.close();
		}

	}

}
