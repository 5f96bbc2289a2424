// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.provider.LockProvider;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The client that the page on ZooKeeper shows is one that locks can be kept over.
 */
class ZooKeeperClientTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(ZooKeeperClient.class)
		.withConfiguration(
				AutoConfigurations.of(DistlockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class));

	@Test
	void clientOfThePageLeadsToTheLocks() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class).name()).isEqualTo("zookeeper");
			assertThat(context.getBean(CuratorFramework.class).getNamespace()).isEqualTo("shop");
		});
	}

}
