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

package io.distlock.jdbc;

/**
 * Where a waiting node hears that a lock was released.
 */
interface WakeUps extends AutoCloseable {

	/**
	 * For databases that tell nobody: their nodes poll.
	 */
	WakeUps NONE = new WakeUps() {

		@Override
		public void add(String key, Runnable wakeUp) {
		}

		@Override
		public void remove(String key, Runnable wakeUp) {
		}

		@Override
		public boolean isLive() {
			return false;
		}

		@Override
		public void close() {
		}

	};

	/**
	 * Begin to wake a waiter of a key.
	 * @param key the encoded key
	 * @param wakeUp what to call
	 */
	void add(String key, Runnable wakeUp);

	void remove(String key, Runnable wakeUp);

	/**
	 * Tell whether a release that happens from now on is heard.
	 * @return whether there is no need to poll often
	 */
	boolean isLive();

	@Override
	void close();

}
