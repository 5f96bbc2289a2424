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

package io.distlock.sample.cluster;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The ZooKeeper server that comes along with the sample.
 */
@ExtendWith(OutputCaptureExtension.class)
class SharedZooKeeperTests {

	@Test
	void serverAnswersAndKeepsQuiet(CapturedOutput output) throws Exception {
		try (SharedZooKeeper server = SharedZooKeeper.start()) {
			String address = server.properties().get("distlock.zookeeper.connect-string");
			try (CuratorFramework client = CuratorFrameworkFactory.newClient(address, new RetryOneTime(100))) {
				client.start();
				client.create().creatingParentContainersIfNeeded().forPath("/a/b", new byte[] { 42 });
				assertThat(client.getData().forPath("/a/b")).containsExactly(42);
				assertThat(client.getZookeeperClient().getZooKeeper().getSessionTimeout()).isEqualTo(10_000);
			}
		}
		assertThat(output).doesNotContain("org.apache.zookeeper");
	}

}
