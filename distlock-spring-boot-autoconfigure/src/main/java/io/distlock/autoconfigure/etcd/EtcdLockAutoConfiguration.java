// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.MissingStoreCandidate;
import io.distlock.etcd.EtcdLockProvider;
import io.distlock.provider.LockProvider;
import io.etcd.jetcd.Client;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration for locks in etcd, over jetcd.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(LockProvider.class)
@EnableConfigurationProperties(DistlockEtcdProperties.class)
public final class EtcdLockAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ EtcdLockProvider.class, Client.class })
	static class ClientConfiguration {

		@Bean
		EtcdLockProviderCandidate distlockEtcdProviderCandidate(ListableBeanFactory beanFactory,
				ObjectProvider<Client> clients, DistlockEtcdProperties properties, ObjectProvider<SslBundles> bundles) {
			return new EtcdLockProviderCandidate(
					new ApplicationClients<>(beanFactory, clients, Client.class, "etcd Client"), properties, bundles);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Conditional(OnMissingClient.class)
	@ConditionalOnProperty("distlock.etcd.endpoints")
	static class MissingClientConfiguration {

		@Bean
		MissingStoreCandidate distlockEtcdMissingCandidate(DistlockEtcdProperties properties) {
			return new MissingStoreCandidate(EtcdLockProviderCandidate.NAME, properties.endpoints(),
					"etcd, but distlock-etcd or the client jetcd is",
					"io.distlock:distlock-etcd, which includes the client");
		}

	}

	static final class OnMissingClient extends AnyNestedCondition {

		OnMissingClient() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnMissingClass("io.etcd.jetcd.Client")
		static class OnMissingJetcd {

		}

		@ConditionalOnMissingClass("io.distlock.etcd.EtcdLockProvider")
		static class OnMissingStore {

		}

	}

}
