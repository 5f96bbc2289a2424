package io.distlock.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * One master that has all channels, or a cluster that tells all its nodes of each
 * message.
 *
 * @since 0.1.0
 */
public final class SingleMaster implements Masters {

	private final Function<SubscriptionListener, RedisSubscriptions> connecting;

	/**
	 * Create the master.
	 * @param connecting connects to it, and may wait for that
	 */
	public SingleMaster(Function<SubscriptionListener, RedisSubscriptions> connecting) {
		this.connecting = connecting;
	}

	@Override
	public boolean isSharded() {
		return false;
	}

	@Override
	public String masterOf(String channel) {
		return "";
	}

	@Override
	public CompletionStage<RedisSubscriptions> connect(String master, SubscriptionListener listener) {
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
