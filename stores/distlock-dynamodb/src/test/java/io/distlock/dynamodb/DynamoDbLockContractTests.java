// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.testserver.DynaliteServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * All contracts of a lock, on Dynalite in place of Amazon DynamoDB.
 */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DynamoDbLockContractTests extends AllContracts {

	private DynamoDbStore store;

	@BeforeAll
	void connect() {
		this.store = new DynamoDbStore(DynaliteServer.shared().url());
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
			return DynamoDbLockContractTests.this.store;
		}

		@Override
		protected Class<?> holder() {
			return DynamoDbHolder.class;
		}

		@Override
		protected String[] connection() {
			return new String[] { DynaliteServer.shared().url() };
		}

	}

}
