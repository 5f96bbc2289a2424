package io.distlock.redis;

import io.distlock.contract.AllContracts;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, over one client of Redis.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractRedisLockContractTests extends AllContracts {

	private final RedisClients client;

	private RedisStore store;

	AbstractRedisLockContractTests(RedisClients client) {
		this.client = client;
	}

	@BeforeAll
	void connect() {
		RedisServer server = RedisServer.shared();
		this.store = new RedisStore(this.client, server.host(), server.port());
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
			return AbstractRedisLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return RedisHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { AbstractRedisLockContractTests.this.client.name(),
					String.valueOf(RedisServer.shared().port()) };
		}

	}

}
