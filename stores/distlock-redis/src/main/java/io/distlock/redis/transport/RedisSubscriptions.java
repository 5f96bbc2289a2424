// SPDX-License-Identifier: Apache-2.0

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
	 * the listener is notified when they are received.
	 * @param channel the channel
	 */
	void subscribe(String channel);

	/**
	 * No longer ask for the messages of a channel. Does not wait.
	 * @param channel the channel
	 */
	void unsubscribe(String channel);

	/**
	 * Close the connection, also one that does not respond. The listener is not called
	 * again.
	 */
	@Override
	void close();

}
