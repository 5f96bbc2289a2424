// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.MissingStoreCandidate;
import io.distlock.consul.ConsulClient;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration for locks in Consul.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(LockProvider.class)
@EnableConfigurationProperties(DistlockConsulProperties.class)
public final class ConsulLockAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(ConsulClient.class)
	static class ClientConfiguration {

		@Bean
		ConsulLockProviderCandidate distlockConsulProviderCandidate(ListableBeanFactory beanFactory,
				ObjectProvider<ConsulClient> clients, DistlockConsulProperties properties,
				ObjectProvider<SslBundles> bundles) {
			return new ConsulLockProviderCandidate(
					new ApplicationClients<>(beanFactory, clients, ConsulClient.class, "ConsulClient"), properties,
					bundles);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass("io.distlock.consul.ConsulClient")
	@ConditionalOnProperty("distlock.consul.url")
	static class MissingClientConfiguration {

		@Bean
		MissingStoreCandidate distlockConsulMissingCandidate(DistlockConsulProperties properties) {
			return new MissingStoreCandidate(ConsulLockProviderCandidate.NAME, properties.url(),
					"Consul, but distlock-consul is", "io.distlock:distlock-consul");
		}

	}

}
