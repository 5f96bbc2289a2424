package io.distlock.lease;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

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
			KeyQueue used = (queue != null) ? queue : new KeyQueue(this.engine, k, this::left);
			used.users++;
			return used;
		});
	}

	private void left(KeyQueue queue) {
		this.queues.compute(queue.key(), (key, current) -> (--queue.users > 0) ? queue : null);
	}

	List<KeyQueue> all() {
		return List.copyOf(this.queues.values());
	}

}
