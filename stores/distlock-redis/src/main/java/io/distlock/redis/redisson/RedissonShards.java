// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.NotificationMode;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.SubscriptionListener;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisClient;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/**
 * The masters of a cluster as Redisson knows them. It looks at the cluster by itself, at
 * intervals.
 */
final class RedissonShards implements Masters {

	private final ConnectionManager connections;

	RedissonShards(ConnectionManager connections) {
		this.connections = connections;
	}

	@Override
	public NotificationMode mode() {
		return NotificationMode.SHARDED;
	}

	@Override
	public String masterOf(String channel) {
		return name(client(this.connections.getEntry(this.connections.calcSlot(channel)), channel));
	}

	@Override
	public CompletionStage<RedisSubscriptions> connect(String master, SubscriptionListener listener) {
		return this.connections.getEntrySet()
			.stream()
			.map((entry) -> client(entry, master))
			.filter((client) -> name(client).equals(master))
			.findFirst()
			.map((client) -> RedissonSubscriptions.connect(client, listener, true))
			.orElseGet(() -> CompletableFuture.failedStage(unknown(master)));
	}

	@Override
	public CompletionStage<Void> refresh() {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public void close() {
		// Each connection is closed by itself.
	}

	private static RedisClient client(@Nullable MasterSlaveEntry entry, String wanted) {
		RedisClient client = (entry != null) ? entry.getClient() : null;
		if (client == null) {
			throw unknown(wanted);
		}
		return client;
	}

	private static String name(RedisClient client) {
		return String.valueOf(client.getAddr());
	}

	private static LockStoreException unknown(String wanted) {
		return new LockStoreException("Redisson knows of no master for '%s' at present".formatted(wanted),
				Outcome.TRANSIENT, null);
	}

}
