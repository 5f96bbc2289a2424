// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.job.ClusterJobContract;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of the cluster, on records in memory.
 */
@Tag("proof")
class RecordClusterJobTests extends ClusterJobContract {

	private final MemoryStore store = new MemoryStore();

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

}
