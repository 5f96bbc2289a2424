package io.distlock.redis;

import io.distlock.contract.ForcedReleaseContract;
import io.distlock.contract.KeyContract;
import io.distlock.contract.OwnershipContract;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreFailureContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TokenContract;
import io.distlock.contract.WaitingContract;
import io.distlock.contract.WatchdogContract;
import io.distlock.testserver.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, over one client of Redis.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractRedisLockContractTests {

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

	private RedisStore redisStore() {
		return this.store;
	}

	@Nested
	class Ownership extends OwnershipContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class ForcedReleases extends ForcedReleaseContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class Watchdog extends WatchdogContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class Waiting extends WaitingContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class Tokens extends TokenContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class Keys extends KeyContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class StoreFailures extends StoreFailureContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
		}

	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return redisStore();
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
