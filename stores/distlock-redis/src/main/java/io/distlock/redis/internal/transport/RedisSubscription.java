// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

/**
 * Subscription to one channel, on a connection of its own where the client has such. Used
 * by one thread at a time.
 *
 * @since 0.1.0
 */
public interface RedisSubscription extends AutoCloseable {

	/**
	 * Return where others must send a message for it to be heard.
	 * @return the name by which the server knows the channel
	 */
	String address();

	/**
	 * Ask the server for a sign that messages are received. Does not wait: the listener
	 * is notified.
	 */
	void ask();

	/**
	 * Close the connection, also one that does not respond. The listener is not called
	 * again.
	 */
	@Override
	void close();

	/**
	 * Listener for a subscription, called on a thread that must not be blocked.
	 */
	interface Listener {

		/**
		 * The server has given a sign: messages are received from now on.
		 */
		void answered();

		/**
		 * There was a message.
		 * @param text what it says
		 */
		void message(String text);

		/**
		 * No messages are received any more, because the connection was lost, refused, or
		 * is of no use.
		 * @param cause why
		 */
		void interrupted(Throwable cause);

	}

}
