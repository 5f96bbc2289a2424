// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ForgetfulServersStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * As many servers are killed as the store can do without, and started again with nothing.
 *
 * @since 0.1.0
 */
public final class ForgetfulServers implements Fault {

	@Override
	public String name() {
		return "forget-servers";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ForgetfulServersStore) ? null : "its servers keep their data";
	}

	@Override
	public Strike plan(Scene scene) {
		ForgetfulServersStore store = (ForgetfulServersStore) scene.store();
		List<Integer> servers = scene.someServers(store);
		return Strike.of(name(), "data of servers " + servers, () -> servers.forEach(store::kill),
				() -> servers.forEach(store::restartEmpty));
	}

}
