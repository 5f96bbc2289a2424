// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.Store;
import io.distlock.faults.store.SubscriberStore;
import org.jspecify.annotations.Nullable;

/**
 * The connections end on which nodes hear of releases, again and again.
 *
 * @since 0.1.0
 */
public final class KilledSubscribers implements Fault {

	private static final int TIMES = 10;

	@Override
	public String name() {
		return "kill-subscribers";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof SubscriberStore) ? null : "it has no subscribers";
	}

	@Override
	public Strike plan(Scene scene) {
		SubscriberStore store = (SubscriberStore) scene.store();
		return Strike.of(name(), TIMES + " times all subscriptions", () -> scene.often(TIMES, store::killSubscribers),
				() -> {
				});
	}

}
