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

package io.distlock.redis.transport;

/**
 * Subscriptions to channels of one master, that all share a connection. Used by one
 * thread at a time.
 *
 * @since 0.1.0
 */
public interface RedisSubscriptions extends AutoCloseable {

	/**
	 * Ask for the messages of a channel, also where that was asked before. Does not wait:
	 * the listener is told when they are heard.
	 * @param channel the channel
	 */
	void subscribe(String channel);

	/**
	 * No longer ask for the messages of a channel. Does not wait.
	 * @param channel the channel
	 */
	void unsubscribe(String channel);

	/**
	 * Close the connection, also one that does not answer. The listener is told nothing
	 * more.
	 */
	@Override
	void close();

}
