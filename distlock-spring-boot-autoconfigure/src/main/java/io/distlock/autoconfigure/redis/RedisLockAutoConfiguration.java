// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.provider.LockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.transport.ReplicaSettings;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Auto-configuration for locks in Redis, over Spring Data Redis or Redisson: in the
 * application's own, or in several independent masters.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class,
		afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				"org.redisson.spring.starter.RedissonAutoConfigurationV4" })
@ConditionalOnClass(RedisLockProvider.class)
@Conditional(RedisLockAutoConfiguration.OnRedisClient.class)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(LockProvider.class)
@EnableConfigurationProperties(DistlockRedisProperties.class)
@Import(RedlockConfiguration.class)
public final class RedisLockAutoConfiguration {

	@Bean
	RedisLockSettings distlockRedisSettings(DistlockRedisProperties properties) {
		DistlockRedisProperties.Replicas replicas = properties.getReplicas();
		return LockConfigurationException
			.orRefused(() -> new RedisLockSettings(properties.getMaxPollInterval(), properties.getTokenRetention(),
					new ReplicaSettings(replicas.getAck(), replicas.getTimeout(), replicas.isDurable()),
					properties.isFair()));
	}

	@Bean
	RedisClientChoice distlockRedisClientChoice(DistlockRedisProperties properties,
			ObjectProvider<LockRedisClient> clients) {
		return new RedisClientChoice(properties.getClient(), clients.stream().toList());
	}

	@Bean
	@Conditional(OnRedlockNodes.None.class)
	RedisLockProviderCandidate distlockRedisProviderCandidate(RedisClientChoice client, RedisLockSettings settings,
			DistlockRedisProperties properties) {
		return new RedisLockProviderCandidate(client, settings, properties.getEvictionCheck());
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisConnectionFactory.class)
	static class SpringDataConfiguration {

		@Bean
		SpringDataRedisClient distlockSpringDataRedisClient(ListableBeanFactory beanFactory,
				ObjectProvider<RedisConnectionFactory> factories) {
			return new SpringDataRedisClient(beanFactory, factories);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Redisson.class)
	static class RedissonConfiguration {

		@Bean
		RedissonLockClient distlockRedissonClient(ListableBeanFactory beanFactory,
				ObjectProvider<RedissonClient> clients) {
			return new RedissonLockClient(beanFactory, clients);
		}

	}

	/**
	 * Matches if there is a client on the class path.
	 */
	static class OnRedisClient extends AnyNestedCondition {

		OnRedisClient() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnClass(RedisConnectionFactory.class)
		static class OnSpringData {

		}

		@ConditionalOnClass(Redisson.class)
		static class OnRedisson {

		}

	}

}
