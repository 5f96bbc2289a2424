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

package io.distlock.benchmark.measure;

/**
 * A product that locks.
 */
public interface Locker extends Contestant {

	/**
	 * Lock a key, waiting for as long as it takes.
	 * @return releases it, on the same thread
	 */
	AutoCloseable lock(String key) throws Exception;

	@Override
	default void cycle(String key) throws Exception {
		lock(key).close();
	}

	/**
	 * Name a way to lock, and say what to close at the end.
	 */
	static Locker of(String name, Locking locking, AutoCloseable resource) {
		return new Locker() {

			@Override
			public String name() {
				return name;
			}

			@Override
			public AutoCloseable lock(String key) throws Exception {
				return locking.lock(key);
			}

			@Override
			public void close() throws Exception {
				resource.close();
			}

		};
	}

	/**
	 * Locks a key.
	 */
	interface Locking {

		AutoCloseable lock(String key) throws Exception;

	}

}
