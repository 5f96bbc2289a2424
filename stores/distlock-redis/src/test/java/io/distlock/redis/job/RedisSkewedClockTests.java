// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.SkewedClockContract;
import io.distlock.redis.RedisClients;
import io.distlock.redis.contract.RedisStore;
import io.distlock.testserver.InstalledFaketime;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class RedisSkewedClockTests extends SkewedClockContract {

	private final RedisServer server = RedisServer.shared();

	private final RedisStore store = new RedisStore(RedisClients.LETTUCE, this.server.host(), this.server.port());

	@AfterEach
	void disconnect() {
		this.store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Override
	protected Class<?> program() {
		return RedisJobProcess.class;
	}

	@Override
	protected List<String> connection() {
		return List.of(RedisClients.LETTUCE.name(), String.valueOf(this.server.port()));
	}

	@Override
	protected Map<String, String> wrongClock(Duration skew) {
		return OptionalTool.FAKETIME.require(InstalledFaketime.find()).environment(skew);
	}

}
