// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Jobs of the cluster in ZooKeeper.
 */
class ZooKeeperClusterJobTests extends ClusterJobContract {

	private static ZooKeeperStore store;

	@BeforeAll
	static void connect() {
		store = new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(), Duration.ofSeconds(60));
	}

	@AfterAll
	static void disconnect() {
		store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return store;
	}

}
