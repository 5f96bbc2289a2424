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
 * What happens between nodes and the store: to one of the nodes, or to all of them.
 *
 * @param name the name
 * @param begin does it to a relay
 * @since 0.1.0
 */
public record NetworkFault(String name, BiConsumer<FaultyRelay, Random> begin) implements Fault {

	/**
	 * Return all of them.
	 * @return the faults
	 */
	public static List<Fault> all() {
		return List.of(
				new NetworkFault("delay", (relay, random) -> relay.delay(Duration.ofMillis(random.nextLong(10, 500)))),
				new NetworkFault("cut", (relay, random) -> {
					relay.holdRequests();
					relay.holdAnswers();
				}), new NetworkFault("cut-requests", (relay, random) -> relay.holdRequests()),
				new NetworkFault("cut-answers", (relay, random) -> relay.holdAnswers()),
				new NetworkFault("lose-answers", (relay, random) -> relay.loseAnswers(random.nextInt(1, 6))),
				new NetworkFault("refuse", (relay, random) -> relay.refuse()));
	}

	/**
	 * Every fourth time it is longer than the store keeps what is not renewed.
	 */
	@Override
	public Duration lasts(Scene scene) {
		Duration kept = scene.store().deadHolder(scene.lease());
		return (scene.random().nextInt(4) == 0) ? scene.longerThan(kept, kept.toMillis() / 2) : scene.aroundLease();
	}

	/**
	 * What was held back arrives late, unless the connections end.
	 */
	@Override
	public Strike plan(Scene scene) {
		List<? extends Victim> victims = scene.someNodes();
		List<FaultyRelay> relays = victims.stream().flatMap((victim) -> victim.relays().stream()).toList();
		boolean reset = scene.random().nextBoolean();
		String detail = "%s between %s and the store%s".formatted(this.name,
				victims.stream().map(Victim::name).toList(), reset ? ", then a reset" : "");
		return Strike.of(this.name, detail, () -> relays.forEach((relay) -> this.begin.accept(relay, scene.random())),
				() -> relays.forEach((relay) -> end(relay, reset)));
	}

	private static void end(FaultyRelay relay, boolean reset) {
		if (reset) {
			relay.reset();
		}
		relay.heal();
	}

}
