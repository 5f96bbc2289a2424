// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.MemcachedServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * Contracts of a lock, on one server: those that a store can keep which has no fencing
 * tokens.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemcachedLockContractTests extends AllContracts {

	private MemcachedStore store;

	@BeforeAll
	void connect() {
		this.store = new MemcachedStore(MemcachedServer.shared().port());
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return MemcachedLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return MemcachedHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { String.valueOf(MemcachedServer.shared().port()) };
		}

	}

}
