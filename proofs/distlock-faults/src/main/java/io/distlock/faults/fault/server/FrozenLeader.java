// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.LedStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The server that leads the others stands still, for less or more than a lease.
 *
 * @since 0.1.0
 */
public final class FrozenLeader implements Fault {

	@Override
	public String name() {
		return "freeze-leader";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof LedStore) ? null : "it has no leader";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.aroundLease();
	}

	@Override
	public Strike plan(Scene scene) {
		LedStore store = (LedStore) scene.store();
		int leader = store.leader();
		return Strike.of(name(), "SIGSTOP of the leader, server " + leader, () -> store.freeze(leader),
				() -> store.thaw(leader));
	}

}
