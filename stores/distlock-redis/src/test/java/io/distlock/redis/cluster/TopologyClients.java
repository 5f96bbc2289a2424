// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.distlock.redis.RedisClients;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.testserver.redis.RedisSentinel;
import io.distlock.testserver.redis.RedisServer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Clients of more than one server, each as one application would set it up.
 */
public enum TopologyClients {

	LETTUCE {

		@Override
		public RedisClients.Client sentinel(RedisSentinel servers) {
			RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(RedisSentinel.MASTER);
			servers.sentinels().forEach((sentinel) -> configuration.sentinel(sentinel.host(), sentinel.port()));
			return client(new LettuceConnectionFactory(configuration));
		}

		@Override
		public RedisClients.Client cluster(List<String> addresses) {
			return client(new LettuceConnectionFactory(new RedisClusterConfiguration(addresses)));
		}

		private RedisClients.Client client(LettuceConnectionFactory factory) {
			factory.afterPropertiesSet();
			factory.start();
			return new RedisClients.Client(() -> SpringRedisTransports.of(factory), factory::destroy);
		}

	},

	JEDIS {

		@Override
		public RedisClients.Client sentinel(RedisSentinel servers) {
			RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(RedisSentinel.MASTER);
			servers.sentinels().forEach((sentinel) -> configuration.sentinel(sentinel.host(), sentinel.port()));
			return client(new JedisConnectionFactory(configuration));
		}

		@Override
		public RedisClients.Client cluster(List<String> addresses) {
			return client(new JedisConnectionFactory(new RedisClusterConfiguration(addresses)));
		}

		private RedisClients.Client client(JedisConnectionFactory factory) {
			factory.afterPropertiesSet();
			factory.start();
			return new RedisClients.Client(() -> SpringRedisTransports.of(factory), factory::destroy);
		}

	},

	REDISSON {

		@Override
		public RedisClients.Client sentinel(RedisSentinel servers) {
			Config config = config();
			config.useSentinelServers()
				.setMasterName(RedisSentinel.MASTER)
				.setScanInterval(500)
				.addSentinelAddress(servers.sentinels()
					.stream()
					.map(RedisServer::address)
					.map("redis://"::concat)
					.toArray(String[]::new));
			return client(config);
		}

		@Override
		public RedisClients.Client cluster(List<String> addresses) {
			Config config = config();
			config.useClusterServers()
				.setScanInterval(500)
				.addNodeAddress(addresses.stream().map("redis://"::concat).toArray(String[]::new));
			return client(config);
		}

		private Config config() {
			Config config = new Config();
			config.setThreads(4).setNettyThreads(4);
			return config;
		}

		private RedisClients.Client client(Config config) {
			RedissonClient redisson = Redisson.create(config);
			return new RedisClients.Client(() -> new RedissonTransport(redisson), () -> redisson.shutdown(0,
					Duration.ofSeconds(1).toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS));
		}

	};

	public abstract RedisClients.Client sentinel(RedisSentinel servers);

	public abstract RedisClients.Client cluster(List<String> addresses);

	public static List<String> addresses(List<RedisServer> servers) {
		return servers.stream().map(RedisServer::address).collect(Collectors.toList());
	}

}
