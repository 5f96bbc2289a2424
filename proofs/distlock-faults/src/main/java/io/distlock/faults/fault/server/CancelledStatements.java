// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.StatementStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * An administrator cancels all statements that run, again and again.
 *
 * @since 0.1.0
 */
public final class CancelledStatements implements Fault {

	private static final int TIMES = 10;

	@Override
	public String name() {
		return "cancel-statements";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof StatementStore) ? null : "it has no statements";
	}

	@Override
	public Strike plan(Scene scene) {
		StatementStore store = (StatementStore) scene.store();
		return Strike.of(name(), TIMES + " times all statements", () -> scene.often(TIMES, store::cancelStatements),
				() -> {
				});
	}

}
