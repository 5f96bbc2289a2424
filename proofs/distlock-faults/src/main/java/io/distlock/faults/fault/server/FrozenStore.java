// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.Store;

/**
 * The store stands still, for less or more than a lease.
 *
 * @since 0.1.0
 */
public final class FrozenStore implements Fault {

	@Override
	public String name() {
		return "freeze-store";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.aroundLease();
	}

	@Override
	public Strike plan(Scene scene) {
		Store store = scene.store();
		return Strike.of(name(), "SIGSTOP of the store", store::freeze, store::thaw);
	}

}
