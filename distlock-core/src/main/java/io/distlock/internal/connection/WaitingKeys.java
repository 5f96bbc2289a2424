// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.connection;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks that this node waits for, and what to call when it is its turn.
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
	 * Wait no longer.
	 * @param key the lock
	 * @param wakeUp what is not to be called any more
	 */
	public void remove(String key, Runnable wakeUp) {
		this.waiting.computeIfPresent(key, (same, wakeUps) -> {
			wakeUps.remove(wakeUp);
			return wakeUps.isEmpty() ? null : wakeUps;
		});
	}

	/**
	 * Wake what waits for a lock.
	 * @param key the lock
	 * @return whether this node waits for it
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
