// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.NatsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, on one server.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NatsLockContractTests extends AllContracts {

	private NatsStore store;

	@BeforeAll
	void connect() {
		this.store = new NatsStore(NatsServer.shared().url());
	}

	@AfterAll
	void disconnect() {
		if (this.store != null) {
			this.store.close();
		}
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return NatsLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return NatsHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { NatsServer.shared().url() };
		}

	}

}
