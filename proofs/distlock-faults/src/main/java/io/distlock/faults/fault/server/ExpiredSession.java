// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.store.SessionStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The servers end the sessions of a node at once, with all that it holds.
 *
 * @since 0.1.0
 */
public final class ExpiredSession implements Fault {

	@Override
	public String name() {
		return "expire-session";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof SessionStore) ? null : "it has no sessions";
	}

	/**
	 * The servers end the sessions of clients that trust them: as after a forced release
	 * by an administrator, others hold what the client hears of only later.
	 */
	@Override
	public boolean losesLocks(Store store) {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ZERO;
	}

	@Override
	public Strike plan(Scene scene) {
		List<? extends Victim> victims = scene.someNodes();
		SessionStore store = (SessionStore) scene.store();
		return Strike.of(name(), "sessions of " + victims.stream().map(Victim::name).toList(), () -> {
			for (Victim victim : victims) {
				store.expireSessions(victim.relays());
			}
		}, () -> {
		});
	}

}
