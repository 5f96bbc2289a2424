/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
			KeyQueue used = (queue != null) ? queue : create(k);
			used.users++;
			return used;
		});
	}

	private KeyQueue create(LockKey key) {
		return (key.mode() == LockMode.EXCLUSIVE) ? new ExclusiveQueue(this.engine, key, this::left)
				: new SharedQueue(this.engine, key, this::left);
	}

	private void left(KeyQueue queue) {
		this.queues.compute(queue.key(), (key, current) -> (--queue.users > 0) ? queue : null);
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
		all().forEach((queue) -> waiting.merge(queue.key().mode(), queue.waiting(), Integer::sum));
		waiting.values().removeIf((number) -> number == 0);
		return waiting;
	}

	List<KeyQueue> all() {
		return List.copyOf(this.queues.values());
	}

}
