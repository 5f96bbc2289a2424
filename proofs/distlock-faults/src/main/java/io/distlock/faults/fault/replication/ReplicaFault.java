// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.replication;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.store.ReplicatedStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * A fault after which a replica is the primary. What no replica had to acknowledge may be
 * forgotten then.
 */
interface ReplicaFault extends Fault {

	@Override
	default @Nullable String obstacle(Store store) {
		return (store instanceof ReplicatedStore) ? null : "it has no replicas";
	}

	@Override
	default boolean losesLocks(Store store) {
		return !((ReplicatedStore) store).acknowledges();
	}

}
