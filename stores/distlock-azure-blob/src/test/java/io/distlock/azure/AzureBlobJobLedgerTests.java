// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;
import io.distlock.testserver.AzuriteServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The memory of jobs in Azure Blob Storage.
 */
@Tag("proof")
class AzureBlobJobLedgerTests extends JobLedgerContract {

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
