// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.AzuriteServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, on one server.
 */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AzureBlobLockContractTests extends AllContracts {

	private static final String CONTAINER = "contracts";

	private AzureBlobStore store;

	@BeforeAll
	void connect() {
		this.store = new AzureBlobStore(AzuriteServer.shared().connectionString(), CONTAINER);
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return AzureBlobLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return AzureBlobHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { AzuriteServer.shared().connectionString(), CONTAINER };
		}

	}

}
