// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.node.NodeProcess;

/**
 * The application uses up the pools of its nodes: tasks that block in the common pool,
 * and continuations of asynchronous locks that block as well.
 *
 * @since 0.1.0
 */
public final class FullPools implements Fault {

	@Override
	public String name() {
		return "full-pools";
	}

	@Override
	public boolean sparesStore() {
		return true;
	}

	/**
	 * Attempts have to end in time meanwhile.
	 */
	@Override
	public Duration lasts(Scene scene) {
		return scene.between(4500, 6000);
	}

	@Override
	public Strike plan(Scene scene) {
		Duration time = lasts(scene);
		return Strike.of(name(), "common pool and continuations of each node",
				() -> scene.nodes()
					.forEach((node) -> node
						.order("%s %s %s-pool-%s".formatted(NodeProcess.FILL, time, scene.name(), node.name()))),
				() -> {
				});
	}

}
