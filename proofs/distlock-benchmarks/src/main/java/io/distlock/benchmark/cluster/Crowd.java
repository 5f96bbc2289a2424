// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.cluster;

import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.measure.Locker;

/**
 * Many locks that are held until the JVM ends, all by one thread: several threads that
 * collect locks wait for each other for ever in Spring Integration, where keys share
 * local locks.
 */
final class Crowd {

	private final List<AutoCloseable> held = new ArrayList<>();

	int hold(Locker locker, int number) throws Exception {
		String prefix = "held:" + this.held.size() + ":";
		for (int lock = 0; lock < number; lock++) {
			this.held.add(locker.lock(prefix + lock));
		}
		return this.held.size();
	}

}
