// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContractsWithJobs;
import io.distlock.testserver.AzuriteServer;
import org.junit.jupiter.api.Tag;

/**
 * All contracts, on one server.
 */
@Tag("proof")
class AzureBlobContractTests extends AllContractsWithJobs {

	@Override
	protected StoreUnderTest newStore() {
		return new AzureBlobStore(AzuriteServer.shared().connectionString(), "contracts");
	}

}
