// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.DistlockProperties;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.redis.redlock.RedlockSettings;
import org.redisson.Redisson;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * What locks on several independent masters need. Connects to nothing.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnRedlockNodes.class)
class RedlockConfiguration {

	@Bean
	RedlockProviderCandidate distlockRedlockProviderCandidate(RedlockNodes nodes, RedlockClientChoice client,
			RedlockSettings settings, DistlockRedisProperties redis, DistlockProperties properties) {
		return new RedlockProviderCandidate(nodes, client, settings, redis.getEvictionCheck(),
				properties.getLeaseTime());
	}

	@Bean
	RedlockSettings distlockRedlockSettings(DistlockRedisProperties properties) {
		DistlockRedisProperties.Redlock redlock = properties.getRedlock();
		return LockConfigurationException
			.orRefused(() -> new RedlockSettings(redlock.getNodeTimeout(), redlock.getQuarantine()));
	}

	@Bean
	RedlockNodes distlockRedlockNodes(DistlockRedisProperties properties, Environment environment) {
		return RedlockNodes.of(properties, RedlockCredentials.of(environment));
	}

	@Bean
	RedlockSsl distlockRedlockSsl(Environment environment, ObjectProvider<SslBundles> bundles) {
		return new RedlockSsl(environment, bundles);
	}

	@Bean
	RedlockClientChoice distlockRedlockClientChoice(DistlockRedisProperties properties, Environment environment,
			ObjectProvider<RedlockClient> clients) {
		return new RedlockClientChoice(properties.getClient(),
				environment.getProperty("spring.data.redis.client-type", ""), clients.orderedStream().toList());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(value = RedisConnectionFactory.class, name = "io.lettuce.core.RedisClient")
	static class LettuceConfiguration {

		@Bean
		@Order(1)
		LettuceRedlockClient distlockLettuceRedlockClient(RedlockSsl ssl) {
			return new LettuceRedlockClient(ssl);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(value = RedisConnectionFactory.class,
			name = { "redis.clients.jedis.Jedis", "org.apache.commons.pool2.impl.GenericObjectPool" })
	static class JedisConfiguration {

		@Bean
		@Order(2)
		JedisRedlockClient distlockJedisRedlockClient(RedlockSsl ssl) {
			return new JedisRedlockClient(ssl);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Redisson.class)
	static class RedissonConfiguration {

		@Bean
		@Order(3)
		RedissonRedlockClient distlockRedissonRedlockClient(RedlockSsl ssl) {
			return new RedissonRedlockClient(ssl);
		}

	}

}
