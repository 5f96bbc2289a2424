// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.EtcdServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, on one server.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdLockContractTests extends AllContracts {

	private EtcdStore store;

	@BeforeAll
	void connect() {
		this.store = new EtcdStore(EtcdServer.shared().url());
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
			return EtcdLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return EtcdHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { EtcdServer.shared().url() };
		}

	}

}
