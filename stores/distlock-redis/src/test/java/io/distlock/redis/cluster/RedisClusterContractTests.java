// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.cluster;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;
import io.distlock.testserver.redis.RedisCluster;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on a cluster of three masters, over one client: all clients keep
 * {@link io.distlock.redis.contract.RedisTransportContract}.
 */
@Tag("proof")
class RedisClusterContractTests extends AllContracts {

	@Override
	protected StoreUnderTest newStore() {
		return new RedisClusterStore(TopologyClients.LETTUCE, TopologyClients.addresses(RedisCluster.shared().nodes()));
	}

}
