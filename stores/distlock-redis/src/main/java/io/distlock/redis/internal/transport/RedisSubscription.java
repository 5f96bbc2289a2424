// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

/**
 * Subscription to one channel, on a separate connection if supported by the client. Used
 * by one thread at a time.
 *
 * @since 0.1.0
 */
public interface RedisSubscription extends AutoCloseable {

	/**
	 * Return the address for messages from other nodes.
	 * @return the name of the channel on the server
	 */
	String address();

	/**
	 * Request a confirmation that messages are received. Does not block: the listener is
	 * notified.
	 */
	void ask();

	/**
	 * Close the connection, even if it does not respond. The listener is not called
	 * afterwards.
	 */
	@Override
	void close();

	/**
	 * Listener for a subscription, called on a thread that must not be blocked.
	 */
	interface Listener {

		/**
		 * The server has confirmed the subscription: messages are received from now on.
		 */
		void answered();

		/**
		 * A message was received.
		 * @param text the text of the message
		 */
		void message(String text);

		/**
		 * Messages are no longer received, because the connection was lost or refused.
		 * @param cause the cause
		 */
		void interrupted(Throwable cause);

	}

}
