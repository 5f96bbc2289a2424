// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import java.time.Duration;
import java.time.Instant;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.AzuriteServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of the cluster in Azure Blob Storage.
 */
@Tag("proof")
class AzureBlobClusterJobTests extends ClusterJobContract {

	private static AzureBlobStore store;

	@BeforeAll
	static void connect() {
		store = new AzureBlobStore(AzuriteServer.shared().connectionString(), "cluster-jobs") {

			/**
			 * The trigger of the node that started last counts, by a clock with whole
			 * seconds.
			 */
			@Override
			public LockProvider newProvider() {
				Instant next = Instant.now().plusMillis(1100);
				Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Instant.now().isAfter(next));
				return super.newProvider();
			}

		};
	}

	@Override
	protected StoreUnderTest store() {
		return store;
	}

}
