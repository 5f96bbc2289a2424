// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.stream.Collectors;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.redis.RedisMasters;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The contracts on five independent masters.
 */
@Tag("proof")
class RedlockContractTests extends AllContracts {

	private static RedisMasters masters;

	@BeforeAll
	static void start() {
		masters = new RedisMasters().start();
	}

	@AfterAll
	static void stop() {
		masters.close();
	}

	@Override
	protected StoreUnderTest store() {
		return RedlockStore.of(masters.all(), RedlockStore.PATIENT);
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return RedlockContractTests.this.store();
		}

		@Override
		protected Class<?> holder() {
			return RedlockHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { masters.all()
				.stream()
				.map(RedisServer::port)
				.map(String::valueOf)
				.collect(Collectors.joining(",")) };
		}

	}

}
