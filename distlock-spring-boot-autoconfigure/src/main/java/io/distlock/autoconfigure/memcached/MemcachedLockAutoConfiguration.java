// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.memcached;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.MissingStoreCandidate;
import io.distlock.memcached.MemcachedLockProvider;
import io.distlock.provider.LockProvider;
import net.spy.memcached.MemcachedClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration for locks in Memcached.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(LockProvider.class)
@EnableConfigurationProperties(DistlockMemcachedProperties.class)
public final class MemcachedLockAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(MemcachedLockProvider.class)
	static class ClientConfiguration {

		@Bean
		MemcachedLockProviderCandidate distlockMemcachedProviderCandidate(ListableBeanFactory beanFactory,
				ObjectProvider<MemcachedClient> clients, DistlockMemcachedProperties properties) {
			return new MemcachedLockProviderCandidate(
					new ApplicationClients<>(beanFactory, clients, MemcachedClient.class, "MemcachedClient"),
					properties.servers());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("io.distlock.memcached.MemcachedLockProvider")
	@ConditionalOnProperty("distlock.memcached.servers")
	static class MissingClientConfiguration {

		@Bean
		MissingStoreCandidate distlockMemcachedMissingCandidate(DistlockMemcachedProperties properties) {
			return new MissingStoreCandidate(MemcachedLockProviderCandidate.NAME, properties.servers(),
					"Memcached, but distlock-memcached is", "io.distlock:distlock-memcached");
		}

	}

}
