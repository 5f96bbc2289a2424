// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ServersStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * As many servers are killed as the store can do without, and started again with their
 * data.
 *
 * @since 0.1.0
 */
public final class KilledServers implements Fault {

	@Override
	public String name() {
		return "kill-servers";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ServersStore) ? null : "it has one server";
	}

	@Override
	public Strike plan(Scene scene) {
		ServersStore store = (ServersStore) scene.store();
		List<Integer> servers = scene.someServers(store);
		return Strike.of(name(), "kill -9 of servers " + servers, () -> servers.forEach(store::kill),
				() -> servers.forEach(store::restart));
	}

}
