// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import io.distlock.testserver.AzuriteServer;
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
		store = new AzureBlobStore(AzuriteServer.shared().connectionString(), "jobs");
	}

	@Override
	protected StoreUnderTest store() {
		return store;
	}

}
