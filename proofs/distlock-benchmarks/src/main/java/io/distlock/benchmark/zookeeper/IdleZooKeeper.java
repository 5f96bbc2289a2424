// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.util.List;

import io.distlock.benchmark.measure.IdleStore;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.test.TestingServer;

/**
 * A ZooKeeper server that counts connections.
 */
public final class IdleZooKeeper {

	private IdleZooKeeper() {
	}

	/**
	 * Describe the store.
	 */
	public static IdleStore store() {
		return new IdleStore("ZooKeeper", true, () -> {
			TestingServer server = ZooKeeperServers.start();
			ZooKeeperStats stats = new ZooKeeperStats(server.getPort());
			return IdleStore.Running.of(
					List.of("distlock.provider=zookeeper",
							"distlock.zookeeper.connect-string=" + server.getConnectString()),
					() -> stats.connections() - 1, stats::nodes, server);
		});
	}

}
