// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Callbacks for each lock that this node waits for.
 */
final class WaitingLocks {

	private final Map<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();

	void add(String lock, Runnable wakeUp) {
		this.waiting.compute(lock, (key, known) -> {
			Set<Runnable> there = (known != null) ? known : new CopyOnWriteArraySet<>();
			there.add(wakeUp);
			return there;
		});
	}

	/**
	 * Wait no longer.
	 * @return whether this node still waits for the lock
	 */
	boolean remove(String lock, Runnable wakeUp) {
		Set<Runnable> left = this.waiting.computeIfPresent(lock, (key, known) -> {
			known.remove(wakeUp);
			return known.isEmpty() ? null : known;
		});
		return left != null;
	}

	/**
	 * Wake what waits for a lock.
	 * @return whether this node waits for it
	 */
	boolean wake(String lock) {
		Set<Runnable> there = this.waiting.get(lock);
		if (there != null) {
			there.forEach(Runnable::run);
		}
		return there != null;
	}

	void wakeAll() {
		this.waiting.values().forEach((there) -> there.forEach(Runnable::run));
	}

	boolean contains(String lock) {
		return this.waiting.containsKey(lock);
	}

	boolean isEmpty() {
		return this.waiting.isEmpty();
	}

	Collection<String> locks() {
		return this.waiting.keySet();
	}

	void clear() {
		this.waiting.clear();
	}

}
