package io.distlock.redis;

/**
 * Is told what happens on subscribed channels, on a thread that must not be blocked.
 *
 * @since 0.1.0
 */
public interface SubscriptionListener {

	/**
	 * Messages are heard from now on: the first time, and again after each reconnection.
	 * @param channel the channel
	 */
	void subscribed(String channel);

	/**
	 * There was a message; what it says does not matter.
	 * @param channel the channel
	 */
	void message(String channel);

	/**
	 * No messages of one channel are heard any more, unless {@link #subscribed} is called
	 * again: its part of a cluster cannot be reached, or is elsewhere now.
	 * @param channel the channel
	 * @param cause why
	 */
	void interrupted(String channel, Throwable cause);

	/**
	 * No messages are heard any more, unless {@link #subscribed} is called again: the
	 * connection was lost, or a subscription refused.
	 * @param cause why
	 * @param closed whether the subscriptions are of no more use, and others must be
	 * opened
	 */
	void interrupted(Throwable cause, boolean closed);

}
