// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;
import io.distlock.redis.RedisClients;
import io.distlock.testserver.redis.RedisServer;

/**
 * All contracts of a lock, on one server and over one client: all clients keep
 * {@link RedisTransportContract}.
 */
class RedisLockContractTests extends AllContracts {

	@Override
	protected StoreUnderTest newStore() {
		return new RedisStore(RedisClients.LETTUCE, RedisServer.shared().host(), RedisServer.shared().port());
	}

}
