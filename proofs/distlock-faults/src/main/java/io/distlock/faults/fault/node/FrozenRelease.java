// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.history.Detail;
import io.distlock.faults.node.NodeProcess;

/**
 * A node stands still for longer than its lease right before it releases its locks, and
 * goes on with just that. Others of its threads wait for them.
 *
 * @since 0.1.0
 */
public final class FrozenRelease implements Fault {

	private static final long ARRIVE_MILLIS = 100;

	@Override
	public String name() {
		return "freeze-release";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.lease(), scene.lease().toMillis());
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		return new Strike(Detail.FREEZE, victim.name(), "SIGSTOP of " + victim.name() + " before releases",
				() -> freeze(victim, scene.lease()), victim::thaw);
	}

	private static void freeze(Victim victim, Duration lease) throws InterruptedException {
		victim.order(NodeProcess.AMBUSH + " " + lease);
		TimeUnit.MILLISECONDS.sleep(ARRIVE_MILLIS);
		victim.freeze();
	}

}
