// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.queue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The locks that this node waits for, and what to call when it is its turn.
 */
final class WaitingKeys {

	private final ConcurrentMap<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();

	void add(String key, Runnable wakeUp) {
		this.waiting.compute(key, (same, wakeUps) -> {
			Set<Runnable> all = (wakeUps != null) ? wakeUps : ConcurrentHashMap.newKeySet();
			all.add(wakeUp);
			return all;
		});
	}

	void remove(String key, Runnable wakeUp) {
		this.waiting.computeIfPresent(key, (same, wakeUps) -> {
			wakeUps.remove(wakeUp);
			return wakeUps.isEmpty() ? null : wakeUps;
		});
	}

	boolean isEmpty() {
		return this.waiting.isEmpty();
	}

	/**
	 * Wake who waits for a lock.
	 * @return whether there is a waiter
	 */
	boolean wake(String key) {
		Set<Runnable> wakeUps = this.waiting.get(key);
		if (wakeUps == null) {
			return false;
		}
		wakeUps.forEach(Runnable::run);
		return true;
	}

	void wakeAll() {
		this.waiting.values().forEach((wakeUps) -> wakeUps.forEach(Runnable::run));
	}

}
