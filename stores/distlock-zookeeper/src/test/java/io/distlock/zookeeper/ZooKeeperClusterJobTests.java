// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.zookeeper.ZooKeeperServers;

/**
 * Jobs of the cluster in ZooKeeper.
 */
class ZooKeeperClusterJobTests extends ClusterJobContract {

	@Override
	protected StoreUnderTest newStore() {
		return new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(), Duration.ofSeconds(60));
	}

}
