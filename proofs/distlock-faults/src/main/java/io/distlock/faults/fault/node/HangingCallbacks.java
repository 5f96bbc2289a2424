// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Callbacks of locks that were lost do not return. Then all locks are released by force,
 * and their holders have to hear of it.
 *
 * @since 0.1.0
 */
public final class HangingCallbacks implements Fault {

	@Override
	public String name() {
		return "hang-callbacks";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return store.releasesByForce() ? null : "it releases no lock by force";
	}

	@Override
	public boolean losesLocks(Store store) {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ofMillis(2500);
	}

	@Override
	public Strike plan(Scene scene) {
		return Strike.of(name(), "callbacks of each node hang, then all locks are released", () -> {
			scene.nodes()
				.forEach((node) -> node.order("%s %s-hang-%s".formatted(NodeProcess.HANG, scene.name(), node.name())));
			TimeUnit.MILLISECONDS.sleep(scene.lease().toMillis() / 2 + 500);
			scene.anyNode().order(NodeProcess.FORCE);
		}, () -> scene.nodes().forEach((node) -> node.order(NodeProcess.UNHANG)));
	}

}
