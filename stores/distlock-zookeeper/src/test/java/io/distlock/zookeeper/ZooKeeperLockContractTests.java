// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;
import io.distlock.testserver.zookeeper.ZooKeeperServers;

/**
 * All contracts of a lock, on one server. The contracts hold locks for up to 20 s without
 * a renewal, so the sessions are long.
 */
class ZooKeeperLockContractTests extends AllContracts {

	@Override
	protected StoreUnderTest newStore() {
		return new ZooKeeperStore(ZooKeeperServers.shared().getConnectString(), Duration.ofSeconds(60));
	}

}
