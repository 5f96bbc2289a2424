// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ConnectionStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * An administrator ends all connections of all nodes, again and again.
 *
 * @since 0.1.0
 */
public final class KilledConnections implements Fault {

	private static final int TIMES = 10;

	@Override
	public String name() {
		return "kill-connections";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ConnectionStore) ? null : "it ends no connections";
	}

	@Override
	public Strike plan(Scene scene) {
		ConnectionStore store = (ConnectionStore) scene.store();
		return Strike.of(name(), TIMES + " times all connections", () -> scene.often(TIMES, store::killConnections),
				() -> {
				});
	}

}
