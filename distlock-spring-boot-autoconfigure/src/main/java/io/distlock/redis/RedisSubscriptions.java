package io.distlock.redis;

/**
 * Subscriptions to channels, that all share a connection. Used by one thread at a time.
 *
 * @since 0.1.0
 */
public interface RedisSubscriptions extends AutoCloseable {

	/**
	 * Ask for the messages of a channel. Does not wait: the listener is told when they
	 * are heard.
	 * @param channel the channel
	 */
	void subscribe(String channel);

	/**
	 * No longer ask for the messages of a channel. Does not wait.
	 * @param channel the channel
	 */
	void unsubscribe(String channel);

	/**
	 * Tell which messages are heard.
	 * @return whether those that are published to a shard of a cluster only, instead of
	 * those that are published to all its nodes
	 */
	default boolean isSharded() {
		return false;
	}

	/**
	 * Close the connection. The listener is told nothing more.
	 */
	@Override
	void close();

}
