// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.testserver.DynaliteServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The memory of jobs on Dynalite.
 */
@Tag("proof")
class DynamoDbJobLedgerTests extends JobLedgerContract {

	private static DynamoDbStore store;

	@BeforeAll
	static void connect() {
		store = new DynamoDbStore(DynaliteServer.shared().url());
	}

	@AfterAll
	static void disconnect() {
		if (store != null) {
			store.close();
		}
	}

	@Override
	protected StoreUnderTest store() {
		return store;
	}

}
