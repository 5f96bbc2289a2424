// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.DiskStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The disk of the server is full for less or more than a lease: the server refuses
 * writes, waits for space, or ends. An operator makes room.
 *
 * @since 0.1.0
 */
public final class FullDisk implements Fault {

	@Override
	public String name() {
		return "disk-full";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof DiskStore limited) ? limited.diskObstacle() : "its disk has no limit";
	}

	@Override
	public void prepare(Store store) {
		if (obstacle(store) == null) {
			((DiskStore) store).limitDisk();
		}
	}

	@Override
	public boolean demandsService() {
		return true;
	}

	@Override
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		DiskStore store = (DiskStore) scene.store();
		return Strike.of(name(), "disk of the server is full", store::fillDisk, store::freeDisk);
	}

}
