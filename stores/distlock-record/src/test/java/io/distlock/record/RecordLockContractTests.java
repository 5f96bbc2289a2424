// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;

/**
 * All contracts of a lock, on records in memory.
 */
class RecordLockContractTests extends AllContracts {

	private final MemoryStore store = new MemoryStore();

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

}
