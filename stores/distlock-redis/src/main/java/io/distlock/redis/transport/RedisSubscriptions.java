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

	/**
	 * Listener for subscribed channels, called on a thread that must not be blocked.
	 */
	interface Listener {

		/**
		 * Messages are received from now on. Also called for a channel that was
		 * subscribed to once more.
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
		 * No messages are heard any more, because the connection was lost or is of no
		 * use.
		 * @param cause why
		 */
		void interrupted(Throwable cause);

	}

}
