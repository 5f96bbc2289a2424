// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.DynaliteServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of the cluster on Dynalite.
 */
@Tag("proof")
class DynamoDbClusterJobTests extends ClusterJobContract {

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
