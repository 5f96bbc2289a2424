// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.ForgetfulStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The store is killed without notice, and started again with nothing.
 *
 * @since 0.1.0
 */
public final class ForgottenData implements Fault {

	@Override
	public String name() {
		return "forget-data";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ForgetfulStore) ? null : "it keeps its data";
	}

	@Override
	public boolean losesLocks(Store store) {
		return !((ForgetfulStore) store).quarantines();
	}

	@Override
	public boolean forgetsLeases() {
		return true;
	}

	@Override
	public Strike plan(Scene scene) {
		ForgetfulStore store = (ForgetfulStore) scene.store();
		return Strike.of(name(), "the store loses its data", store::kill, store::restartEmpty);
	}

}
