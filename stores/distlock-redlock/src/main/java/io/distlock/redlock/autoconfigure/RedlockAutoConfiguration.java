// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.util.List;
import java.util.stream.Stream;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.internal.DistlockProperties;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.redis.internal.DistlockRedisProperties;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.redlock.RedlockProvider;
import io.distlock.redlock.RedlockSettings;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Auto-configuration for locks on several independent Redis masters, with Lettuce.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = { DistlockAutoConfiguration.class, RedisLockAutoConfiguration.class })
@ConditionalOnClass(RedlockProvider.class)
@ConditionalOnLockStore("redis")
@EnableConfigurationProperties({ DistlockRedisProperties.class, DistlockRedlockProperties.class })
public final class RedlockAutoConfiguration {

	@Bean
	RedlockSettings distlockRedlockSettings(DistlockRedlockProperties properties) {
		return LockConfigurationException.orRefused(() -> RedlockSettings.defaults()
			.withNodeTimeout(properties.nodeTimeout())
			.withQuarantine(properties.quarantine()));
	}

	@Bean
	@Conditional(OnMasters.class)
	RedlockProviderCandidate distlockRedlockProviderCandidate(ObjectProvider<RedlockMasters> masters,
			RedlockSettings settings, DistlockRedlockProperties properties, DistlockRedisProperties redis,
			DistlockProperties common) {
		return new RedlockProviderCandidate(masters, settings, properties, redis, common.leaseTime());
	}

	@Lazy
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(value = RedisConnectionFactory.class, name = "io.lettuce.core.RedisClient")
	static class LettuceConfiguration {

		@Bean
		RedlockMasters distlockRedlockMasters(ListableBeanFactory beanFactory, Environment environment,
				ObjectProvider<SslBundles> bundles) {
			return new RedlockMasters(beanFactory, Binder.get(environment), bundles);
		}

	}

	/**
	 * Matches if a property names a master.
	 */
	static class OnMasters extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			Binder binder = Binder.get(context.getEnvironment());
			ConditionMessage.Builder message = ConditionMessage.forCondition("Redlock masters");
			return Stream.of(RedlockProviderCandidate.ADDRESSES, RedlockProviderCandidate.FACTORIES)
				.filter((property) -> !binder.bind(property, Bindable.listOf(String.class)).orElse(List.of()).isEmpty())
				.findFirst()
				.map((property) -> ConditionOutcome.match(message.foundExactly(property)))
				.orElseGet(() -> ConditionOutcome.noMatch(message.because("no property names any")));
		}

	}

}
