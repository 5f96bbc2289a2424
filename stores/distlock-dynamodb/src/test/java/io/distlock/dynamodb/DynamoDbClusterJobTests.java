// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import java.time.Duration;
import java.time.Instant;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.DynaliteServer;
import org.awaitility.Awaitility;
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
		store = new DynamoDbStore(DynaliteServer.shared().url()) {

			/**
			 * The trigger of the node that started last counts, by a clock with whole
			 * seconds.
			 */
			@Override
			public DynamoDbLockProvider newProvider() {
				Instant next = Instant.now().plusMillis(1100);
				Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Instant.now().isAfter(next));
				return super.newProvider();
			}

		};
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
