// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.NotificationMode;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.pubsub.StatefulRedisClusterPubSubConnection;
import io.lettuce.core.codec.ByteArrayCodec;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The masters of a cluster as Lettuce knows them, and its connections to them, which it
 * keeps and restores by itself.
 */
final class LettuceShards implements Masters {

	private final Set<String> used = ConcurrentHashMap.newKeySet();

	private final RedisClusterClient client;

	private final StatefulRedisClusterPubSubConnection<byte[], byte[]> connection;

	private LettuceShards(RedisClusterClient client, StatefulRedisClusterPubSubConnection<byte[], byte[]> connection) {
		this.client = client;
		this.connection = connection;
	}

	static LettuceShards open(LettuceConnectionFactory factory) {
		RedisClusterClient client = (RedisClusterClient) factory.getRequiredNativeClient();
		return new LettuceShards(client, RedisReplies.await(client.connectPubSubAsync(ByteArrayCodec.INSTANCE),
				() -> "listen for released locks"));
	}

	@Override
	public NotificationMode mode() {
		return NotificationMode.SHARDED;
	}

	@Override
	public String masterOf(String channel) {
		RedisClusterNode master = this.client.getPartitions()
			.getPartitionBySlot(SlotHash.getSlot(RedisReplies.bytes(channel)));
		if (master == null) {
			throw new LockStoreException("Lettuce knows of no master for '%s' at present".formatted(channel),
					Outcome.TRANSIENT, null);
		}
		return master.getNodeId();
	}

	@Override
	public CompletionStage<RedisSubscriptions> connect(String master, RedisSubscriptions.Listener listener) {
		try {
			return this.used.add(master) ? connect(this.connection, master, listener, () -> {
			}) : connectAfresh(master, listener);
		}
		catch (RuntimeException ex) {
			return CompletableFuture
				.failedStage(RedisErrors.failed("listen for released locks", Outcome.TRANSIENT, ex));
		}
	}

	/**
	 * Connect to a master that was connected to before. Lettuce restores what it has, but
	 * keeps a connection that has fallen silent.
	 */
	private CompletionStage<RedisSubscriptions> connectAfresh(String master, RedisSubscriptions.Listener listener) {
		return this.client.connectPubSubAsync(ByteArrayCodec.INSTANCE)
			.thenCompose(
					(fresh) -> connect(fresh, master, listener, fresh::closeAsync).whenComplete((shard, failure) -> {
						if (failure != null) {
							fresh.closeAsync();
						}
					}));
	}

	private static CompletionStage<RedisSubscriptions> connect(
			StatefulRedisClusterPubSubConnection<byte[], byte[]> connection, String master,
			RedisSubscriptions.Listener listener, Runnable whenClosed) {
		return connection.getConnectionAsync(master)
			.thenApply((connected) -> LettuceSubscriptions.ofShard(connected, listener, whenClosed));
	}

	@Override
	public CompletionStage<Void> refresh() {
		return this.client.refreshPartitionsAsync();
	}

	@Override
	public void close() {
		this.connection.closeAsync();
	}

}
