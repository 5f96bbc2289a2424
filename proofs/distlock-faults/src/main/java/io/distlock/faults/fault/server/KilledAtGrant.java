// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The store is killed as soon as a node has been granted a lock, and started again at
 * once: what it has not written down by then it has forgotten, and the holder believes in
 * it.
 *
 * @since 0.1.0
 */
public final class KilledAtGrant implements Fault {

	private static final Duration HELD = Duration.ofSeconds(3);

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	@Override
	public String name() {
		return "kill-at-grant";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return store.keepsData() ? null : "its data would be gone";
	}

	@Override
	public Duration lasts(Scene scene) {
		return Duration.ZERO;
	}

	@Override
	public Strike plan(Scene scene) {
		Store store = scene.store();
		Victim victim = scene.anyNode();
		return Strike.of(name(), "kill -9 of the store right after a grant to " + victim.name(), () -> {
			victim.awaitGrant(HELD, PATIENCE);
			store.kill();
		}, store::restart);
	}

}
