// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import io.distlock.autoconfigure.ApplicationClients;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockConfigurationException;
import io.distlock.autoconfigure.MissingStoreCandidate;
import io.distlock.provider.LockProvider;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;
import org.apache.curator.framework.CuratorFramework;

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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configuration for locks in ZooKeeper, over Curator.
 *
 * @since 0.1.0
 */
@AutoConfiguration(before = DistlockAutoConfiguration.class,
		afterName = "org.springframework.cloud.zookeeper.ZookeeperAutoConfiguration")
@ConditionalOnBooleanProperty(name = "distlock.enabled", matchIfMissing = true)
@ConditionalOnMissingBean(LockProvider.class)
@EnableConfigurationProperties(DistlockZooKeeperProperties.class)
public final class ZooKeeperLockAutoConfiguration {

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ ZooKeeperLockProvider.class, CuratorFramework.class })
	static class CuratorConfiguration {

		@Bean
		ZooKeeperLockSettings distlockZooKeeperSettings(DistlockZooKeeperProperties properties) {
			return LockConfigurationException.orRefused(() -> new ZooKeeperLockSettings(properties.rootPath()));
		}

		@Bean
		ZooKeeperLockProviderCandidate distlockZooKeeperProviderCandidate(ListableBeanFactory beanFactory,
				ObjectProvider<CuratorFramework> clients, DistlockZooKeeperProperties properties,
				ZooKeeperLockSettings settings) {
			return new ZooKeeperLockProviderCandidate(
					new ApplicationClients<>(beanFactory, clients, CuratorFramework.class, "CuratorFramework"),
					properties, settings);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Conditional(OnMissingClient.class)
	@ConditionalOnProperty("distlock.zookeeper.connect-string")
	static class MissingCuratorConfiguration {

		@Bean
		MissingStoreCandidate distlockZooKeeperMissingCuratorCandidate(DistlockZooKeeperProperties properties) {
			return new MissingStoreCandidate(ZooKeeperLockProviderCandidate.NAME, properties.connectString(),
					"ZooKeeper, but Apache Curator or distlock-zookeeper is",
					"io.distlock:distlock-zookeeper, which the starter includes, and org.apache.curator:curator-framework");
		}

	}

	static final class OnMissingClient extends AnyNestedCondition {

		OnMissingClient() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnMissingClass("org.apache.curator.framework.CuratorFramework")
		static class OnMissingCurator {

		}

		@ConditionalOnMissingClass("io.distlock.zookeeper.ZooKeeperLockProvider")
		static class OnMissingStore {

		}

	}

}
