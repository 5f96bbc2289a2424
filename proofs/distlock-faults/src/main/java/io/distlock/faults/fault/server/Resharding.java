// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.SlotStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * An administrator moves the keys of locks and jobs to other shards, three times.
 *
 * @since 0.1.0
 */
public final class Resharding implements Fault {

	private static final String JOBS = "cluster-job";

	private static final int TIMES = 3;

	@Override
	public String name() {
		return "resharding";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof SlotStore) ? null : "its keys do not move";
	}

	@Override
	public boolean sparesRenewals(Store store) {
		return true;
	}

	@Override
	public boolean demandsService() {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ZERO;
	}

	@Override
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		SlotStore store = (SlotStore) scene.store();
		return Strike.of(name(), "keys in use move to other shards", () -> {
			for (int time = 0; time < TIMES; time++) {
				store.moveKeys(scene.name(), scene.random());
				store.moveKeys(JOBS, scene.random());
			}
		}, () -> {
		});
	}

}
