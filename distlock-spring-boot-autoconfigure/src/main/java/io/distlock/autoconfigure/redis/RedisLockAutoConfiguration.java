// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import java.util.List;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.DistlockRedisClient;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties.Client;
import io.distlock.autoconfigure.store.ApplicationClients;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.redisson.RedissonTransport;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.redis.settings.ReplicaSettings;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Auto-configuration for locks in Redis, with Spring Data Redis or Redisson.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class,
		afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
				"org.redisson.spring.starter.RedissonAutoConfigurationV4" })
@ConditionalOnClass(RedisLockProvider.class)
@ConditionalOnLockStore("redis")
@Conditional(RedisLockAutoConfiguration.OnRedisClient.class)
@EnableConfigurationProperties(DistlockRedisProperties.class)
public final class RedisLockAutoConfiguration {

	private static final List<String> CLIENTS = List
		.of("org.springframework.data.redis.connection.RedisConnectionFactory", "org.redisson.Redisson");

	@Bean
	RedisLockSettings distlockRedisSettings(DistlockRedisProperties properties) {
		DistlockRedisProperties.Replicas replicas = properties.replicas();
		return LockConfigurationException.orRefused(() -> RedisLockSettings.defaults()
			.withMaxPollInterval(properties.maxPollInterval())
			.withTokenRetention(properties.tokenRetention())
			.withReplicas(ReplicaSettings.defaults()
				.withAck(replicas.ack())
				.withTimeout(replicas.timeout())
				.withDurable(replicas.durable()))
			.withFair(properties.fair()));
	}

	@Bean
	@ConditionalOnMissingBean(name = "distlockRedlockProviderCandidate")
	LockProviderCandidate distlockRedisProviderCandidate(ObjectProvider<LockRedisClient<?>> clients,
			RedisLockSettings settings, DistlockRedisProperties properties, ListableBeanFactory beanFactory) {
		boolean redlock = beanFactory.containsBean("distlockRedlockSettings");
		return new RedisLockProviderCandidate(clients.stream().toList(), settings, properties, redlock);
	}

	/**
	 * Configuration for Spring Data Redis. A connection factory of Redisson is ignored,
	 * because it connects through Redisson.
	 */
	@Lazy
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RedisConnectionFactory.class)
	static class SpringDataConfiguration {

		@Bean
		LockRedisClient<RedisConnectionFactory> distlockSpringDataRedisClient(ListableBeanFactory beanFactory,
				@DistlockRedisClient ObjectProvider<RedisConnectionFactory> marked) {
			return new LockRedisClient<>(Client.SPRING_DATA_REDIS,
					new ApplicationClients<>(beanFactory, RedisConnectionFactory.class, "RedisConnectionFactory",
							(type) -> type == null || !type.getName().startsWith("org.redisson.")),
					marked, SpringRedisTransports::of);
		}

	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(Redisson.class)
	static class RedissonConfiguration {

		@Bean
		LockRedisClient<RedissonClient> distlockRedissonClient(ListableBeanFactory beanFactory,
				@DistlockRedisClient ObjectProvider<RedissonClient> marked) {
			return new LockRedisClient<>(Client.REDISSON,
					new ApplicationClients<>(beanFactory, RedissonClient.class, "RedissonClient"), marked,
					RedissonTransport::new);
		}

	}

	/**
	 * Matches with a client on the class path.
	 */
	static class OnRedisClient extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConditionMessage.Builder message = ConditionMessage.forCondition("Redis client");
			for (String client : CLIENTS) {
				if (ClassUtils.isPresent(client, context.getClassLoader())) {
					return ConditionOutcome.match(message.foundExactly(client));
				}
			}
			return ConditionOutcome.noMatch(message.because("none is on the class path"));
		}

	}

}
