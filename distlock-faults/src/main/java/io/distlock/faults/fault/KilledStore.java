package io.distlock.faults.fault;

import io.distlock.faults.store.Store;

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
	public Strike plan(Scene scene) {
		Store store = scene.store();
		return Strike.of(name(), "kill -9 of the store", store::kill, store::restart);
	}

}
