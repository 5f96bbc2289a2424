// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * Kinds of stores, by the way in which nodes wait for a lock.
 */
enum StoreKind {

	/**
	 * Queue with notifications. Later nodes poll more rarely.
	 */
	REDIS,

	/**
	 * Queue with notifications in the row of a lock.
	 */
	POSTGRESQL,

	/**
	 * Polls by a schedule for all waiting nodes together.
	 */
	MARIADB,

	/**
	 * Ordered entries with watches.
	 */
	ETCD;

	/**
	 * Create a store.
	 * @return the store
	 */
	SimulatedStore create(VirtualTime time, Bug bug, RandomGenerator random, Duration lease) {
		return switch (this) {
			case REDIS -> new QueueStore(time, bug, random, QueueStore.Terms.REDIS);
			case POSTGRESQL -> new QueueStore(time, bug, random, QueueStore.Terms.POSTGRESQL);
			case MARIADB -> new PollingStore(time, bug, random);
			case ETCD -> new LineStore(time, lease.multipliedBy(3).dividedBy(2));
		};
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
