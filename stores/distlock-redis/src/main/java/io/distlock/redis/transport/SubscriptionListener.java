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
 * Is told what happens on subscribed channels, on a thread that must not be blocked.
 *
 * @since 0.1.0
 */
public interface SubscriptionListener {

	/**
	 * Messages are heard from now on. Also told of a channel that was subscribed to once
	 * more.
	 * @param channel the channel
	 */
	void subscribed(String channel);

	/**
	 * There was a message.
	 * @param text what it says
	 */
	void message(String text);

	/**
	 * No messages of one channel are heard any more: it was refused, or its part of a
	 * cluster is elsewhere now.
	 * @param channel the channel
	 * @param cause why
	 */
	void interrupted(String channel, Throwable cause);

	/**
	 * No messages are heard any more, because the connection was lost or is of no use.
	 * @param cause why
	 */
	void interrupted(Throwable cause);

}
