// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.store.PooledStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Business code takes all connections of the application's pool, on all nodes.
 *
 * @since 0.1.0
 */
public final class ExhaustedPool implements Fault {

	@Override
	public String name() {
		return "exhaust-pool";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof PooledStore) ? null : "it has no pool";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.lease(), scene.lease().toMillis());
	}

	@Override
	public Strike plan(Scene scene) {
		String order = NodeProcess.EXHAUST + " " + lasts(scene);
		return Strike.of(name(), "all connections of the pool of each node",
				() -> scene.nodes().forEach((node) -> node.order(order)), () -> {
				});
	}

}
