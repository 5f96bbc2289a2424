// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.replication;

import java.util.List;

import io.distlock.faults.fault.Victim;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * Leads nodes to another primary, as an address that moves does.
 */
final class Primaries {

	private Primaries() {
	}

	static void lead(List<? extends Victim> nodes, int port) {
		nodes.stream().map((node) -> node.relays().get(0)).forEach((relay) -> lead(relay, port));
	}

	private static void lead(FaultyRelay relay, int port) {
		relay.lead(port);
		relay.reset();
	}

}
