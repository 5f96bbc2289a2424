// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

/**
 * Listener for subscribed channels, called on a thread that must not be blocked.
 *
 * @since 0.1.0
 */
public interface SubscriptionListener {

	/**
	 * Messages are received from now on. Also called for a channel that was subscribed to
	 * once more.
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
