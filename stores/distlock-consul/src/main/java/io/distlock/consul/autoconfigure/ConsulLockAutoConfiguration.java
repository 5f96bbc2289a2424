// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.consul.ConsulClient;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in Consul.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnClass(ConsulClient.class)
@ConditionalOnLockStore("consul")
@EnableConfigurationProperties(DistlockConsulProperties.class)
public final class ConsulLockAutoConfiguration {

	@Bean
	ConsulLockProviderCandidate distlockConsulProviderCandidate(ListableBeanFactory beanFactory,
			DistlockConsulProperties properties, ObjectProvider<SslBundles> bundles,
			ObjectProvider<ConsulConnectionDetails> details) {
		return new ConsulLockProviderCandidate(beanFactory, properties,
				details.getIfAvailable(() -> new PropertiesConsulConnectionDetails(properties, bundles)));
	}

}
