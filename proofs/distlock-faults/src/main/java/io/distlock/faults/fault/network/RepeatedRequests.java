// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;
import org.jspecify.annotations.Nullable;

/**
 * Each request arrives twice, and the answer to the second is what the node hears: as
 * from a proxy, or a client, that sends again what it has no answer to.
 *
 * @since 0.1.0
 */
public final class RepeatedRequests implements Fault {

	@Override
	public String name() {
		return "repeat-requests";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return store.takesRepeatedRequests() ? null : "its connections have a state";
	}

	@Override
	public boolean sparesStore() {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.between(1500, 3000);
	}

	@Override
	public Strike plan(Scene scene) {
		List<? extends Victim> victims = scene.someNodes();
		List<FaultyRelay> relays = victims.stream().flatMap((victim) -> victim.relays().stream()).toList();
		return Strike.of(name(), "requests of %s arrive twice".formatted(victims.stream().map(Victim::name).toList()),
				() -> relays.forEach(FaultyRelay::repeatRequests), () -> relays.forEach(FaultyRelay::heal));
	}

}
