// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.redis;

import io.distlock.autoconfigure.DistlockProperties;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.redis.redlock.RedlockSettings;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Beans for locks on several independent masters. Connects to nothing.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OnRedlockNodes.class)
class RedlockConfiguration {

	@Bean
	RedlockProviderCandidate distlockRedlockProviderCandidate(ObjectProvider<RedlockMasters> masters,
			RedlockSettings settings, DistlockRedisProperties redis, DistlockProperties properties) {
		return new RedlockProviderCandidate(masters, settings, redis, properties.getLeaseTime());
	}

	@Bean
	RedlockSettings distlockRedlockSettings(DistlockRedisProperties properties) {
		DistlockRedisProperties.Redlock redlock = properties.getRedlock();
		return LockConfigurationException
			.orRefused(() -> new RedlockSettings(redlock.getNodeTimeout(), redlock.getQuarantine()));
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = { "org.springframework.data.redis.connection.RedisConnectionFactory",
			"io.lettuce.core.RedisClient" })
	static class LettuceConfiguration {

		@Bean
		RedlockMasters distlockRedlockMasters(ListableBeanFactory beanFactory, Environment environment,
				ObjectProvider<SslBundles> bundles) {
			return new RedlockMasters(beanFactory, Binder.get(environment), bundles);
		}

	}

}
