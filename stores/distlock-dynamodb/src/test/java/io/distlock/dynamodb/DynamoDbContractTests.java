// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContractsWithJobs;
import io.distlock.testserver.DynaliteServer;
import org.junit.jupiter.api.Tag;

/**
 * All contracts, on Dynalite in place of Amazon DynamoDB.
 */
@Tag("proof")
class DynamoDbContractTests extends AllContractsWithJobs {

	@Override
	protected StoreUnderTest newStore() {
		return new DynamoDbStore(DynaliteServer.shared().url());
	}

}
