// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import java.time.Duration;
import java.util.Map;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.SkewedClockContract;
import io.distlock.redis.RedisClients;
import io.distlock.redis.contract.RedisStore;
import io.distlock.testserver.InstalledFaketime;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class RedisSkewedClockTests extends SkewedClockContract {

	@Override
	protected StoreUnderTest newStore() {
		return new RedisStore(RedisClients.LETTUCE, RedisServer.shared().host(), RedisServer.shared().port());
	}

	@Override
	protected Map<String, String> wrongClock(Duration skew) {
		return OptionalTool.FAKETIME.require(InstalledFaketime.find()).environment(skew);
	}

}
