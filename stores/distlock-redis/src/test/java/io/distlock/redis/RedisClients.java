// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.util.function.Supplier;

import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.internal.transport.RedisTransport;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The clients that applications have, each as one application would set it up.
 */
public enum RedisClients {

	LETTUCE {

		@Override
		public Client connect(String host, int port) {
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration(host, port));
			factory.afterPropertiesSet();
			factory.start();
			return new Client(() -> SpringRedisTransports.of(factory), factory::destroy);
		}

	},

	JEDIS {

		@Override
		public Client connect(String host, int port) {
			JedisConnectionFactory factory = new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port));
			factory.afterPropertiesSet();
			factory.start();
			return new Client(() -> SpringRedisTransports.of(factory), factory::destroy);
		}

	},

	REDISSON {

		@Override
		public Client connect(String host, int port) {
			Config config = new Config();
			config.setThreads(4).setNettyThreads(4);
			config.useSingleServer()
				.setAddress("redis://%s:%d".formatted(host, port))
				.setConnectionMinimumIdleSize(1)
				.setConnectionPoolSize(8);
			RedissonClient redisson = Redisson.create(config);
			return new Client(() -> new RedissonTransport(redisson), redisson::shutdown);
		}

	};

	public abstract Client connect(String host, int port);

	/**
	 * A client of an application, and the transports of nodes over it.
	 */
	public record Client(Supplier<RedisTransport> transports, Runnable shutdown) implements AutoCloseable {

		public RedisLockProvider newProvider(RedisLockSettings settings) {
			return new RedisLockProvider(this.transports.get(), settings);
		}

		@Override
		public void close() {
			this.shutdown.run();
		}

	}

}
