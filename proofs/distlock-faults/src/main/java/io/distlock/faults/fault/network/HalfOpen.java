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
 * Connections are dropped without a word, as by a firewall that forgets them: they look
 * open, and nothing passes. New connections are well.
 *
 * @param name the name
 * @param listening whether it happens to those on which nodes hear of releases, or to all
 * the others
 * @since 0.1.0
 */
public record HalfOpen(String name, boolean listening) implements Fault {

	/**
	 * Return one of each kind of connection.
	 * @return the faults
	 */
	public static List<Fault> all() {
		return List.of(new HalfOpen("half-open", false), new HalfOpen("half-open-listeners", true));
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (!this.listening || store.listens()) ? null : "its nodes do not listen";
	}

	/**
	 * Nothing but news is missing where a listener is mute.
	 */
	@Override
	public boolean sparesStore() {
		return this.listening;
	}

	/**
	 * Requests work while a listener is mute, so that all has to be well at once, and to
	 * stay so.
	 */
	@Override
	public Duration lasts(Scene scene) {
		return this.listening ? Duration.ZERO : scene.aroundLease();
	}

	@Override
	public Duration aftermath(Scene scene) {
		return this.listening ? scene.store().pollCap().plusSeconds(4) : Duration.ZERO;
	}

	/**
	 * Requests on a connection that is half-open may fail until that ends.
	 */
	@Override
	public Strike plan(Scene scene) {
		List<? extends Victim> victims = scene.someNodes();
		List<FaultyRelay> relays = victims.stream().flatMap((victim) -> victim.relays().stream()).toList();
		String detail = "%s connections of %s are half-open".formatted(this.listening ? "listening" : "other",
				victims.stream().map(Victim::name).toList());
		return Strike.of(this.name, detail, () -> relays.forEach((relay) -> relay.silence(this.listening)),
				() -> relays.forEach(this::end));
	}

	private void end(FaultyRelay relay) {
		if (!this.listening) {
			relay.heal();
		}
	}

}
