// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.memcached.MemcachedLockProvider;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in Memcached.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnClass(MemcachedLockProvider.class)
@ConditionalOnLockStore("memcached")
@EnableConfigurationProperties(DistlockMemcachedProperties.class)
public final class MemcachedLockAutoConfiguration {

	@Bean
	MemcachedLockProviderCandidate distlockMemcachedProviderCandidate(ListableBeanFactory beanFactory,
			DistlockMemcachedProperties properties, ObjectProvider<MemcachedConnectionDetails> details) {
		return new MemcachedLockProviderCandidate(beanFactory,
				details.getIfAvailable(() -> new PropertiesMemcachedConnectionDetails(properties)));
	}

}
