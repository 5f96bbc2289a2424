// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContractsWithJobs;

/**
 * All contracts, on records in memory.
 */
class RecordContractTests extends AllContractsWithJobs {

	@Override
	protected StoreUnderTest newStore() {
		return new MemoryStore();
	}

}
