// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ServersStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * As many servers stand still as the store can do without, for less or more than a lease.
 *
 * @since 0.1.0
 */
public final class FrozenServers implements Fault {

	@Override
	public String name() {
		return "freeze-servers";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ServersStore) ? null : "it has one server";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.aroundLease();
	}

	@Override
	public Strike plan(Scene scene) {
		ServersStore store = (ServersStore) scene.store();
		List<Integer> servers = scene.someServers(store);
		return Strike.of(name(), "SIGSTOP of servers " + servers, () -> servers.forEach(store::freeze),
				() -> servers.forEach(store::thaw));
	}

}
