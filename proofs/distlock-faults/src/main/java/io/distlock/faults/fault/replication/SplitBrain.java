// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.replication;

import java.util.List;

import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.store.ReplicatedStore;

/**
 * The primary is cut off from its replicas together with a node, and a replica is
 * promoted for the others.
 *
 * @since 0.1.0
 */
public final class SplitBrain implements ReplicaFault {

	@Override
	public String name() {
		return "split-brain";
	}

	@Override
	public Strike plan(Scene scene) {
		ReplicatedStore store = (ReplicatedStore) scene.store();
		Victim alone = scene.anyNode();
		List<? extends Victim> others = scene.nodes().stream().filter((node) -> node != alone).toList();
		return Strike.of(name(), "%s stays with the former primary".formatted(alone.name()), () -> {
			store.holdBack(2);
			Primaries.lead(others, store.promote());
		}, () -> {
			Primaries.lead(List.of(alone), store.ports().get(0));
			store.rejoin();
		});
	}

}
