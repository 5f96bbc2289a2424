// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.store.SessionStore;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;
import org.jspecify.annotations.Nullable;

/**
 * A node hears nothing from the servers until it gives its session up, while they hear
 * from the node, and so keep the session, and all that it owns, for some time after the
 * node has begun another one.
 *
 * @since 0.1.0
 */
public final class LostSession implements Fault {

	@Override
	public String name() {
		return "lose-session";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof SessionStore) ? null : "it has no sessions";
	}

	@Override
	public Duration lasts(Scene scene) {
		long kept = scene.store().deadHolder(scene.lease()).toMillis();
		return scene.between(kept * 3 / 4, kept * 5 / 4);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		return Strike.of(name(), victim.name() + " hears nothing from the servers",
				() -> victim.relays().forEach(FaultyRelay::holdAnswers),
				() -> victim.relays().forEach(FaultyRelay::heal));
	}

}
