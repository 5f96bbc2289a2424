// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The store is killed without notice, and started again with its data.
 *
 * @since 0.1.0
 */
public final class KilledStore implements Fault {

	@Override
	public String name() {
		return "kill-store";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return store.keepsData() ? null : "its data would be gone";
	}

	/**
	 * Half the time it is started again at once, so that what it may have forgotten is
	 * still believed in.
	 */
	@Override
	public Duration lasts(Scene scene) {
		return scene.random().nextBoolean() ? Duration.ZERO : scene.aroundLease();
	}

	@Override
	public Strike plan(Scene scene) {
		Store store = scene.store();
		return Strike.of(name(), "kill -9 of the store", store::kill, store::restart);
	}

}
