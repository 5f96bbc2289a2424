// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.node.NodeSettings;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * The connections of nodes are reset, again and again: at any time, or in the place of an
 * answer, so that a request takes effect and its sender does not hear of it. Each new
 * connection is well, so that a client has what it needs to keep its leases and its
 * session.
 *
 * @since 0.1.0
 */
public final class Resets implements Fault {

	private static final int TIMES = 10;

	@Override
	public String name() {
		return "reset";
	}

	@Override
	public boolean sparesRenewals(Store store) {
		return store.reconnectsAtOnce();
	}

	/**
	 * It lasts for as long as the resets take.
	 */
	@Override
	public Duration lasts(Scene scene) {
		return Duration.ZERO;
	}

	@Override
	public Strike plan(Scene scene) {
		List<? extends Victim> victims = scene.someNodes();
		List<FaultyRelay> relays = victims.stream().flatMap((victim) -> victim.relays().stream()).toList();
		long pause = NodeSettings.holdUnit(scene.lease()).toMillis();
		return Strike.of(name(),
				"%d times the connections of %s".formatted(TIMES, victims.stream().map(Victim::name).toList()), () -> {
					for (int time = 0; time < TIMES; time++) {
						relays.forEach((relay) -> reset(relay, scene.random().nextBoolean()));
						TimeUnit.MILLISECONDS.sleep(scene.between(0, pause).toMillis());
					}
				}, () -> relays.forEach(FaultyRelay::heal));
	}

	private static void reset(FaultyRelay relay, boolean insteadOfAnAnswer) {
		if (insteadOfAnAnswer) {
			relay.loseAnswers(1);
		}
		else {
			relay.reset();
		}
	}

}
