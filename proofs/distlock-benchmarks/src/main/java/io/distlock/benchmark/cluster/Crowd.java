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
