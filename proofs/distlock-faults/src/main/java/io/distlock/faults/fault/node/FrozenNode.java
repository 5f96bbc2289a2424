// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.history.Detail;

/**
 * A node stands still for longer than its lease, wherever its threads happen to be.
 *
 * @since 0.1.0
 */
public final class FrozenNode implements Fault {

	@Override
	public String name() {
		return "freeze-node";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.lease(), scene.lease().toMillis() * 3 / 2);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		return new Strike(Detail.FREEZE, victim.name(), "SIGSTOP of " + victim.name(), victim::freeze, victim::thaw);
	}

}
