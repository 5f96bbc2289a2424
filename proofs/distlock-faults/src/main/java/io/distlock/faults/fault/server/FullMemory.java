// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.MemoryStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The memory of all servers is full for less or more than a lease: they refuse new locks,
 * but renew and release those that are held.
 *
 * @since 0.1.0
 */
public final class FullMemory implements Fault {

	@Override
	public String name() {
		return "memory-full";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof MemoryStore) ? null : "its memory has no limit";
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
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		MemoryStore store = (MemoryStore) scene.store();
		return Strike.of(name(), "memory of all servers is full", store::fillMemory, store::freeMemory);
	}

}
