// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.etcd.EtcdLockProvider;
import io.etcd.jetcd.Client;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in etcd, with jetcd.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnClass({ EtcdLockProvider.class, Client.class })
@ConditionalOnLockStore("etcd")
@EnableConfigurationProperties(DistlockEtcdProperties.class)
public final class EtcdLockAutoConfiguration {

	@Bean
	EtcdLockProviderCandidate distlockEtcdProviderCandidate(ListableBeanFactory beanFactory,
			DistlockEtcdProperties properties, ObjectProvider<SslBundles> bundles,
			ObjectProvider<EtcdConnectionDetails> details) {
		return new EtcdLockProviderCandidate(beanFactory, properties,
				details.getIfAvailable(() -> new PropertiesEtcdConnectionDetails(properties, bundles)));
	}

}
