// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.redis.RedisClients;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, on one server and over one client: all clients keep
 * {@link RedisTransportContract}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisLockContractTests extends AllContracts {

	private static final RedisClients CLIENT = RedisClients.LETTUCE;

	private RedisStore store;

	@BeforeAll
	void connect() {
		RedisServer server = RedisServer.shared();
		this.store = new RedisStore(CLIENT, server.host(), server.port());
	}

	@AfterAll
	void disconnect() {
		this.store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return RedisLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return RedisHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { CLIENT.name(), String.valueOf(RedisServer.shared().port()) };
		}

	}

}
