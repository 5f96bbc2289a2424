// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.NotificationMode;
import io.distlock.redis.transport.RedisSubscriptions;

/**
 * One master that has all channels, or a cluster that forwards each message to all its
 * nodes.
 *
 * @since 0.1.0
 */
public final class SingleMaster implements Masters {

	private final Function<RedisSubscriptions.Listener, RedisSubscriptions> connecting;

	private final UnaryOperator<String> naming;

	private final boolean cluster;

	/**
	 * Create the master.
	 * @param cluster whether it is one of a cluster, of which any will do
	 * @param naming makes the name of a channel that the server knows
	 * @param connecting connects to it, and may wait for that
	 */
	public SingleMaster(boolean cluster, UnaryOperator<String> naming,
			Function<RedisSubscriptions.Listener, RedisSubscriptions> connecting) {
		this.cluster = cluster;
		this.naming = naming;
		this.connecting = connecting;
	}

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
		return CompletableFuture.supplyAsync(() -> this.connecting.apply(listener), Shard::connect);
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
