// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.history.Detail;

/**
 * A node is killed without notice. Another one takes its place in the next round.
 *
 * @since 0.1.0
 */
public final class KilledNode implements Fault {

	@Override
	public String name() {
		return "kill-node";
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ZERO;
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		return new Strike(Detail.KILL, victim.name(), "kill -9 of " + victim.name(), victim::kill, () -> {
		});
	}

}
