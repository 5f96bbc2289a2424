// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ServersStore;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;
import org.jspecify.annotations.Nullable;

/**
 * As many servers are slow as the store can do without, for all nodes.
 *
 * @since 0.1.0
 */
public final class SlowServers implements Fault {

	@Override
	public String name() {
		return "slow-servers";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ServersStore) ? null : "it has one server";
	}

	@Override
	public Strike plan(Scene scene) {
		List<Integer> servers = scene.someServers((ServersStore) scene.store());
		Duration delay = scene.between(10, 500);
		return Strike.of(name(), "servers %s answer after %d ms more".formatted(servers, 2 * delay.toMillis()),
				() -> relays(scene, servers).forEach((relay) -> relay.delay(delay)),
				() -> relays(scene, servers).forEach(FaultyRelay::heal));
	}

	private static List<FaultyRelay> relays(Scene scene, List<Integer> servers) {
		return scene.nodes()
			.stream()
			.flatMap((node) -> servers.stream().map((server) -> node.relays().get(server)))
			.toList();
	}

}
