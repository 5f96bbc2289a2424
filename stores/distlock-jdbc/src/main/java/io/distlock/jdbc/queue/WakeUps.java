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

/**
 * Where a waiting node hears that it is its turn.
 *
 * @since 0.1.0
 */
public interface WakeUps extends AutoCloseable {

	/**
	 * For databases that tell nothing: their nodes poll.
	 */
	WakeUps NONE = new WakeUps() {

		@Override
		public void add(String key, Runnable wakeUp) {
		}

		@Override
		public void remove(String key, Runnable wakeUp) {
		}

		@Override
		public long node() {
			return 0;
		}

		@Override
		public void woken(String key, long lastToken) {
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

	/**
	 * Wake it no longer.
	 * @param key the encoded key
	 * @param wakeUp what is not to be called any more
	 */
	void remove(String key, Runnable wakeUp);

	/**
	 * Return where this node hears from now on, for its place in the queue.
	 * @return the address; zero if it hears nothing, and has to poll
	 */
	long node();

	/**
	 * See to it that a lock does not stay free because the node that was woken does not
	 * come.
	 * @param key the encoded key
	 * @param lastToken the last token under which it was released
	 */
	void woken(String key, long lastToken);

	@Override
	void close();

}
