// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.connection;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Locks for which this node waits, with callbacks for its turn.
 *
 * @since 0.1.0
 */
public final class WaitingKeys {

	private final Map<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();

	public void add(String key, Runnable wakeUp) {
		this.waiting.compute(key, (same, known) -> {
			Set<Runnable> wakeUps = (known != null) ? known : ConcurrentHashMap.newKeySet();
			wakeUps.add(wakeUp);
			return wakeUps;
		});
	}

	/**
	 * Stop waiting.
	 * @param key the lock
	 * @param wakeUp the callback to remove
	 */
	public void remove(String key, Runnable wakeUp) {
		this.waiting.computeIfPresent(key, (same, wakeUps) -> {
			wakeUps.remove(wakeUp);
			return wakeUps.isEmpty() ? null : wakeUps;
		});
	}

	/**
	 * Wake the waiters of a lock.
	 * @param key the lock
	 * @return {@code true} if this node waits for the lock
	 */
	public boolean wake(String key) {
		Set<Runnable> wakeUps = this.waiting.get(key);
		if (wakeUps == null) {
			return false;
		}
		wakeUps.forEach(Runnable::run);
		return true;
	}

	public void wakeAll() {
		this.waiting.values().forEach((wakeUps) -> wakeUps.forEach(Runnable::run));
	}

	public boolean isEmpty() {
		return this.waiting.isEmpty();
	}

	public void clear() {
		this.waiting.clear();
	}

}
