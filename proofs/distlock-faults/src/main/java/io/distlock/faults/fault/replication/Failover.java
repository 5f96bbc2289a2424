// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.replication;

import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ReplicatedStore;

/**
 * The primary is killed without notice, and the replica promoted that has heard the most.
 *
 * @since 0.1.0
 */
public final class Failover implements ReplicaFault {

	@Override
	public String name() {
		return "failover";
	}

	@Override
	public Strike plan(Scene scene) {
		ReplicatedStore store = (ReplicatedStore) scene.store();
		return Strike.of(name(), "kill -9 of the primary, a replica is promoted", () -> {
			store.killPrimary();
			Primaries.lead(scene.nodes(), store.promote());
		}, store::rejoin);
	}

}
