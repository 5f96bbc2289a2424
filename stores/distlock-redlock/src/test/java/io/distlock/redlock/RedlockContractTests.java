// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;
import io.distlock.testserver.redis.RedisMasters;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
	protected StoreUnderTest newStore() {
		return RedlockStore.of(masters.all(), RedlockStore.PATIENT);
	}

}
