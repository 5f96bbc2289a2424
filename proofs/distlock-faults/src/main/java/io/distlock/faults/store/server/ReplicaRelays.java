// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import io.distlock.testserver.ServerProcess;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * Relays through which the replicas of a store follow the primary, one for each server.
 *
 * @param <S> the type of the servers
 */
final class ReplicaRelays<S extends ServerProcess> implements AutoCloseable {

	private final Map<S, FaultyRelay> relays = new HashMap<>();

	void open(Collection<S> servers, S primary) {
		servers.forEach((server) -> this.relays.put(server, new FaultyRelay(primary.port())));
	}

	/**
	 * Lead the relay of a replica to the primary.
	 * @return the port at which the replica reaches the primary
	 */
	int lead(S replica, S primary) {
		FaultyRelay relay = of(replica);
		relay.lead(primary.port());
		return relay.port();
	}

	/**
	 * Lead all relays to a new primary. Data that was held back is lost.
	 */
	void leadAll(S primary) {
		this.relays.values().forEach((relay) -> {
			relay.lead(primary.port());
			relay.reset();
			relay.heal();
		});
	}

	void holdBack(Collection<S> replicas) {
		replicas.stream().map(this::of).forEach((relay) -> {
			relay.holdAnswers();
			relay.holdRequests();
		});
	}

	/**
	 * Reset all connections, and refuse new connections until relays lead to a new
	 * primary.
	 */
	void refuse() {
		this.relays.values().forEach(FaultyRelay::refuse);
	}

	private FaultyRelay of(S replica) {
		return Objects.requireNonNull(this.relays.get(replica));
	}

	@Override
	public void close() {
		this.relays.values().forEach(FaultyRelay::close);
	}

}
