// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.replication;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ReplicatedStore;

/**
 * Some replicas hear nothing more for a while, then the primary is killed, and the
 * replica promoted that has heard the most.
 *
 * @since 0.1.0
 */
public final class LaggingFailover implements ReplicaFault {

	@Override
	public String name() {
		return "failover-lag";
	}

	@Override
	public Strike plan(Scene scene) {
		ReplicatedStore store = (ReplicatedStore) scene.store();
		int behind = 1 + scene.random().nextInt(2);
		Duration lag = scene.between(50, 1000);
		String detail = "%d replica(s) hear nothing for %d ms, kill -9 of the primary, a replica is promoted"
			.formatted(behind, lag.toMillis());
		return Strike.of(name(), detail, () -> {
			store.holdBack(behind);
			TimeUnit.MILLISECONDS.sleep(lag.toMillis());
			store.killPrimary();
			Primaries.lead(scene.nodes(), store.promote());
		}, store::rejoin);
	}

}
