// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.node;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * All locks are released by force, as an operator may do. Who held one learns of it when
 * the lease is renewed next, or by then its end.
 *
 * @since 0.1.0
 */
public final class ForcedEnd implements Fault {

	@Override
	public String name() {
		return "force-release";
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
		return scene.between(50, 200);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim node = scene.anyNode();
		return Strike.of(name(), "all locks by " + node.name(), () -> node.order(NodeProcess.FORCE), () -> {
		});
	}

}
