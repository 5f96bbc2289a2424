// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.nats.NatsLockProvider;
import io.nats.client.Connection;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in NATS.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class)
@ConditionalOnClass({ NatsLockProvider.class, Connection.class })
@ConditionalOnLockStore("nats")
@EnableConfigurationProperties(DistlockNatsProperties.class)
public final class NatsLockAutoConfiguration {

	@Bean
	NatsLockProviderCandidate distlockNatsProviderCandidate(ListableBeanFactory beanFactory,
			DistlockNatsProperties properties, ObjectProvider<SslBundles> bundles,
			ObjectProvider<NatsConnectionDetails> details) {
		return new NatsLockProviderCandidate(beanFactory, properties,
				details.getIfAvailable(() -> new PropertiesNatsConnectionDetails(properties, bundles)));
	}

}
