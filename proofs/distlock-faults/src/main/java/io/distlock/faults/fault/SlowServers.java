/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.faults.fault;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.store.ServersStore;
import io.distlock.faults.store.Store;
import io.distlock.testserver.FaultyRelay;
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
