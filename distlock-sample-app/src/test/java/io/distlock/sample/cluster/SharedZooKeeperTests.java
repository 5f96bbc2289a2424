// SPDX-License-Identifier: Apache-2.0

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
