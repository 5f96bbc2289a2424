// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.LedStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The server is killed that leads the others, and started again with its data.
 *
 * @since 0.1.0
 */
public final class KilledLeader implements Fault {

	@Override
	public String name() {
		return "kill-leader";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof LedStore) ? null : "it has no leader";
	}

	@Override
	public Strike plan(Scene scene) {
		LedStore store = (LedStore) scene.store();
		int leader = store.leader();
		return Strike.of(name(), "kill -9 of the leader, server " + leader, () -> store.kill(leader),
				() -> store.restart(leader));
	}

}
