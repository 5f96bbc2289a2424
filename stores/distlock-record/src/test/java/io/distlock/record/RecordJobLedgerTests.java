// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.JobLedgerContract;

/**
 * The memory of jobs, on records in memory.
 */
class RecordJobLedgerTests extends JobLedgerContract {

	private final MemoryStore store = new MemoryStore();

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

}
