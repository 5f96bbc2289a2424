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
