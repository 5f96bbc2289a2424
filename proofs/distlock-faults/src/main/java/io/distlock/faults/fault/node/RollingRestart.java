// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;

/**
 * One node after another is told to end, and another one takes its place.
 *
 * @since 0.1.0
 */
public final class RollingRestart implements Fault {

	@Override
	public String name() {
		return "rolling-restart";
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ZERO;
	}

	@Override
	public Strike plan(Scene scene) {
		return Strike.of(name(), "SIGTERM of one node after another", () -> {
			for (Victim node : scene.nodes()) {
				scene.replacement().replace(node);
			}
		}, () -> {
		});
	}

}
