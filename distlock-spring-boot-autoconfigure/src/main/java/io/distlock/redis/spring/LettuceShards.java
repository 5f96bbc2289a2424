package io.distlock.redis.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.RedisErrors;
import io.distlock.redis.RedisReplies;
import io.distlock.redis.RedisSubscriptions;
import io.distlock.redis.ShardConnections;
import io.distlock.redis.SubscriptionListener;
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
final class LettuceShards implements ShardConnections {

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
	public CompletionStage<RedisSubscriptions> connect(String master, SubscriptionListener listener) {
		try {
			return this.connection.getConnectionAsync(master)
				.thenApply((connected) -> LettuceShard.of(connected, listener));
		}
		catch (RuntimeException ex) {
			return CompletableFuture
				.failedStage(RedisErrors.failed("listen for released locks", Outcome.TRANSIENT, ex));
		}
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
