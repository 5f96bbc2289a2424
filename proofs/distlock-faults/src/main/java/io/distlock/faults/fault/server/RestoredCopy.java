// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.CopiedStore;
import io.distlock.faults.store.ForgetfulStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * The store is killed without notice, and started again with a copy of its data that is
 * some seconds old: it has forgotten later grants, releases and runs. What was held then
 * is held again, until the lease ends.
 *
 * @since 0.1.0
 */
public final class RestoredCopy implements Fault {

	@Override
	public String name() {
		return "restored-copy";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof CopiedStore) ? null : "its data is not copied";
	}

	@Override
	public boolean losesLocks(Store store) {
		return !(store instanceof ForgetfulStore forgetful && forgetful.quarantines());
	}

	@Override
	public boolean forgetsLeases() {
		return true;
	}

	/**
	 * Half the time it is started again at once, so that what it has forgotten is still
	 * believed in.
	 */
	@Override
	public Duration lasts(Scene scene) {
		return scene.random().nextBoolean() ? Duration.ZERO : scene.aroundLease();
	}

	@Override
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		CopiedStore store = (CopiedStore) scene.store();
		Duration age = scene.between(1000, 4000);
		return Strike.of(name(), "the store gets a copy of its data that is %d ms old".formatted(age.toMillis()),
				() -> {
					store.copyData();
					TimeUnit.MILLISECONDS.sleep(age.toMillis());
					store.kill();
				}, store::restartFromCopy);
	}

}
