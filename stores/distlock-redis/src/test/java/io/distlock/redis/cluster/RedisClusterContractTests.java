// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.redis.contract.RedisTransportContract;
import io.distlock.testserver.redis.RedisCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * The contracts on a cluster of three masters, over one client: all clients keep
 * {@link RedisTransportContract}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class RedisClusterContractTests extends AllContracts {

	private RedisClusterStore store;

	@BeforeAll
	void connect() {
		this.store = new RedisClusterStore(TopologyClients.LETTUCE,
				TopologyClients.addresses(RedisCluster.shared().nodes()));
	}

	@AfterAll
	void disconnect() {
		this.store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

}
