// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.redis.RedisClients;
import io.distlock.redis.contract.RedisStore;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of the cluster in Redis.
 */
@Tag("proof")
class RedisClusterJobTests extends ClusterJobContract {

	@Override
	protected StoreUnderTest newStore() {
		return new RedisStore(RedisClients.LETTUCE, RedisServer.shared().host(), RedisServer.shared().port());
	}

}
