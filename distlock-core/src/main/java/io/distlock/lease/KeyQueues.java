// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.distlock.LockMode;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The queue of each key that is waited for or held in this JVM. A queue lives while it is
 * used; every waiter counts once, until it leaves or its hold ends.
 */
final class KeyQueues {

	private final ConcurrentMap<LockKey, KeyQueue> queues = new ConcurrentHashMap<>();

	private final Engine engine;

	KeyQueues(Engine engine) {
		this.engine = engine;
	}

	@Nullable KeyQueue find(LockKey key) {
		return this.queues.get(key);
	}

	KeyQueue use(LockKey key) {
		return this.queues.compute(key, (k, queue) -> {
			KeyQueue used = queue;
			if (used == null) {
				used = (k.mode() == LockMode.EXCLUSIVE) ? new ExclusiveQueue(this.engine, k, this::left)
						: new SharedQueue(this.engine, k, this::left);
			}
			used.users++;
			return used;
		});
	}

	private void left(KeyQueue queue) {
		this.queues.compute(queue.key, (key, current) -> (--queue.users > 0) ? queue : null);
	}

	/**
	 * Return how many callers wait for what a key names, in whichever mode.
	 */
	int waitingFor(LockKey key) {
		return (key.mode() == LockMode.PERMIT) ? waiting(key)
				: waiting(key.in(LockMode.EXCLUSIVE)) + waiting(key.in(LockMode.SHARED));
	}

	private int waiting(LockKey key) {
		KeyQueue queue = find(key);
		return (queue != null) ? queue.waiting() : 0;
	}

	Map<LockMode, Integer> waitingByMode() {
		Map<LockMode, Integer> waiting = new EnumMap<>(LockMode.class);
		all().forEach((queue) -> waiting.merge(queue.key.mode(), queue.waiting(), Integer::sum));
		waiting.values().removeIf((number) -> number == 0);
		return waiting;
	}

	List<KeyQueue> all() {
		return List.copyOf(this.queues.values());
	}

}
