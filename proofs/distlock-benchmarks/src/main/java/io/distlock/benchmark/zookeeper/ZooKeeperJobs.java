// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.distlock.benchmark.measure.JobStoreServer;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import io.distlock.zookeeper.ZooKeeperLockProvider;
import io.distlock.zookeeper.ZooKeeperLockSettings;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.TestingServer;

/**
 * Jobs in ZooKeeper.
 */
public final class ZooKeeperJobs {

	/**
	 * What is counted of every client, with its signs of life, and so is not judged.
	 */
	public static final String REQUESTS = "requests";

	private ZooKeeperJobs() {
	}

	/**
	 * Describe ZooKeeper, which counts transactions, and requests with the signs of life
	 * of clients.
	 */
	public static JobStoreServer zooKeeper() {
		return new JobStoreServer("ZooKeeper", Running::new);
	}

	private static final class Running implements JobStoreServer.Running {

		private final TestingServer server = ZooKeeperServers.startWithRareCleanup();

		private final List<CuratorFramework> clients = new ArrayList<>();

		private final ZooKeeperStats stats = new ZooKeeperStats(this.server.getPort());

		@Override
		public LockProvider newProvider() {
			CuratorFramework client = ZooKeeperEntries.client(this.server.getConnectString());
			this.clients.add(client);
			return new ZooKeeperLockProvider(client, ZooKeeperLockSettings.defaults());
		}

		@Override
		public Map<String, Long> counts() throws IOException {
			return new TreeMap<>(Map.of(REQUESTS, this.stats.received(), "transactions", this.stats.lastTransaction()));
		}

		@Override
		public void close() throws IOException {
			this.clients.forEach(CuratorFramework::close);
			this.server.close();
		}

	}

}
