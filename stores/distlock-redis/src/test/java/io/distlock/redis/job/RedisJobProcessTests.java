// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobProcessContract;
import io.distlock.redis.RedisClients;
import io.distlock.redis.contract.RedisStore;
import io.distlock.testserver.redis.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on Redis.
 */
@Tag("proof")
class RedisJobProcessTests extends JobProcessContract {

	private final RedisServer server = new RedisServer();

	private @Nullable RedisStore store;

	@Override
	protected void startStore() {
		this.server.start();
	}

	@Override
	protected void stopStore() {
		if (this.store != null) {
			this.store.close();
		}
		this.server.close();
	}

	@Override
	protected StoreUnderTest store() {
		this.store = new RedisStore(RedisClients.LETTUCE, this.server.host(), this.server.port());
		return this.store;
	}

	@Override
	protected void freeze() {
		this.server.freeze();
	}

	@Override
	protected void thaw() {
		this.server.thaw();
	}

}
