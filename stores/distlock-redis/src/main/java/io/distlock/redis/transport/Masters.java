// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.transport;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException;

/**
 * A client's view of the masters on which messages are received, and its connections to
 * them. No method waits for a server.
 *
 * @since 0.1.0
 */
public interface Masters extends AutoCloseable {

	/**
	 * Return which messages are received.
	 * @return how
	 */
	NotificationMode mode();

	/**
	 * Return the master that has the slot of a channel, as far as the client knows.
	 * @param channel the channel
	 * @return a name for the master, the same as long as it is the same server
	 * @throws LockStoreException if the client knows of none
	 */
	String masterOf(String channel);

	/**
	 * Return where others must send a message for it to be heard on a channel.
	 * @param channel the channel
	 * @return the name by which the server knows it
	 */
	default String nameOf(String channel) {
		return channel;
	}

	/**
	 * Connect to a master. Never the same connection twice: the one before may have
	 * fallen silent.
	 * @param master its name
	 * @param listener is notified of events there, on a thread that must not be blocked
	 * @return completes with the connection, without subscriptions
	 */
	CompletionStage<RedisSubscriptions> connect(String master, RedisSubscriptions.Listener listener);

	/**
	 * Refresh the topology of the cluster, because a slot has moved.
	 * @return completes when that is done
	 */
	CompletionStage<Void> refresh();

	/**
	 * Close what was opened.
	 */
	@Override
	void close();

	/**
	 * One master that has all channels, or a cluster that forwards each message to all
	 * its nodes.
	 *
	 * @param cluster whether it is one of a cluster, of which any will do
	 * @param naming makes the name of a channel that the server knows
	 * @param connecting connects to it, and may wait for that
	 * @since 0.1.0
	 */
	record Single(boolean cluster, UnaryOperator<String> naming,
			Function<RedisSubscriptions.Listener, RedisSubscriptions> connecting) implements Masters {

		@Override
		public NotificationMode mode() {
			return this.cluster ? NotificationMode.CLUSTER : NotificationMode.PLAIN;
		}

		@Override
		public String masterOf(String channel) {
			return "";
		}

		@Override
		public String nameOf(String channel) {
			return this.naming.apply(channel);
		}

		@Override
		public CompletionStage<RedisSubscriptions> connect(String master, RedisSubscriptions.Listener listener) {
			return CompletableFuture.supplyAsync(() -> this.connecting.apply(listener),
					(task) -> DaemonThreads.start("distlock-redis-connect", task));
		}

		@Override
		public CompletionStage<Void> refresh() {
			return CompletableFuture.completedStage(null);
		}

		@Override
		public void close() {
			// Each connection is closed by itself.
		}

	}

}
