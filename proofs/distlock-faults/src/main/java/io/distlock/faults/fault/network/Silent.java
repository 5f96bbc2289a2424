// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * Connections of nodes fall silent, and neither a reset nor an end ever follows, as where
 * a host is without power. New connections are well. The fault counts as over after the
 * time within which there has to be service again.
 *
 * @param name the name
 * @param begin silences connections of a relay
 * @since 0.1.0
 */
public record Silent(String name, BiConsumer<FaultyRelay, Random> begin) implements Fault {

	/**
	 * Return one for each way in which connections fall silent.
	 * @return the faults
	 */
	public static List<Fault> all() {
		return List.of(new Silent("silent", (relay, random) -> {
			relay.silenceAll();
			relay.serve();
		}), new Silent("silent-answers", (relay, random) -> relay.silenceAnswers()),
				new Silent("silent-one", (relay, random) -> relay.silenceOne(random.nextInt(100))));
	}

	@Override
	public boolean demandsService() {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return SERVICE_WITHIN;
	}

	/**
	 * Long enough for several attempts of a node that has no service.
	 */
	@Override
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		List<? extends Victim> victims = scene.someNodes();
		List<FaultyRelay> relays = victims.stream().flatMap((victim) -> victim.relays().stream()).toList();
		String detail = "connections of %s are silent for good".formatted(victims.stream().map(Victim::name).toList());
		return Strike.of(this.name, detail, () -> relays.forEach((relay) -> this.begin.accept(relay, scene.random())),
				() -> {
				});
	}

}
