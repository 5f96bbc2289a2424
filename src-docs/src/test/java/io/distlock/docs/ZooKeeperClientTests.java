/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
