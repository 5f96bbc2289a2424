// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.store.ConditionalOnLockStore;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;
import org.apache.curator.framework.CuratorFramework;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration for locks in ZooKeeper, with Curator.
 *
 * @since 0.1.0
 */
@Lazy
@AutoConfiguration(before = DistlockAutoConfiguration.class,
		afterName = "org.springframework.cloud.zookeeper.ZookeeperAutoConfiguration")
@ConditionalOnClass({ ZooKeeperLockProvider.class, CuratorFramework.class })
@ConditionalOnLockStore("zookeeper")
@EnableConfigurationProperties(DistlockZooKeeperProperties.class)
public final class ZooKeeperLockAutoConfiguration {

	@Bean
	ZooKeeperLockSettings distlockZooKeeperSettings(DistlockZooKeeperProperties properties) {
		return LockConfigurationException
			.orRefused(() -> ZooKeeperLockSettings.defaults().withRootPath(properties.rootPath()));
	}

	@Bean
	ZooKeeperLockProviderCandidate distlockZooKeeperProviderCandidate(ListableBeanFactory beanFactory,
			DistlockZooKeeperProperties properties, ZooKeeperLockSettings settings,
			ObjectProvider<ZooKeeperConnectionDetails> details) {
		return new ZooKeeperLockProviderCandidate(beanFactory, properties, settings,
				details.getIfAvailable(() -> new PropertiesZooKeeperConnectionDetails(properties)));
	}

}
