package io.distlock.redis.redisson;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.distlock.redis.RedisReplies;
import io.distlock.redis.RedisSubscriptions;
import io.distlock.redis.SubscriptionListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.RedisPubSubListener;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.pubsub.PubSubType;

/**
 * Listens on one connection of its own, because those that Redisson shares out take only
 * a few channels each. A lost connection is not repaired but given up: another one goes
 * to whichever server is the master by then.
 */
final class RedissonSubscriptions implements RedisSubscriptions {

	private final ConcurrentMap<String, Listener> listeners = new ConcurrentHashMap<>();

	private final RedisPubSubConnection connection;

	private final SubscriptionListener listener;

	private volatile boolean closed;

	private RedissonSubscriptions(RedisPubSubConnection connection, SubscriptionListener listener) {
		this.connection = connection;
		this.listener = listener;
	}

	static RedissonSubscriptions open(RedisClient client, SubscriptionListener listener) {
		RedisPubSubConnection connection = RedisReplies.await(client.connectPubSubAsync().toCompletableFuture(),
				"listen for released locks");
		RedissonSubscriptions subscriptions = new RedissonSubscriptions(connection, listener);
		connection.getChannel().closeFuture().addListener((closed) -> subscriptions.lost());
		return subscriptions;
	}

	@Override
	public void subscribe(String channel) {
		Listener added = new Listener(channel);
		ChannelName name = new ChannelName(channel);
		this.listeners.put(channel, added);
		this.connection.addListener(name, added);
		java.util.concurrent.CompletableFuture<Void> done = new java.util.concurrent.CompletableFuture<>();
		done.whenComplete((nothing, failure) -> {
			if (failure != null) {
				lost(failure);
			}
		});
		this.connection.subscribe(done, StringCodec.INSTANCE, name);
	}

	@Override
	public void unsubscribe(String channel) {
		ChannelName name = new ChannelName(channel);
		Listener removed = this.listeners.remove(channel);
		if (removed != null) {
			this.connection.removeListener(name, removed);
		}
		this.connection.unsubscribe(PubSubType.UNSUBSCRIBE, name);
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.closeAsync();
	}

	private void lost() {
		lost(new IllegalStateException("The connection to Redis was lost"));
	}

	private void lost(Throwable cause) {
		if (!this.closed) {
			this.listener.interrupted(cause, true);
		}
	}

	private final class Listener implements RedisPubSubListener<Object> {

		private final String channel;

		Listener(String channel) {
			this.channel = channel;
		}

		@Override
		public void onMessage(CharSequence name, Object message) {
			RedissonSubscriptions.this.listener.message(this.channel);
		}

		@Override
		public void onStatus(PubSubType type, CharSequence name) {
			if (type == PubSubType.SUBSCRIBE) {
				RedissonSubscriptions.this.listener.subscribed(this.channel);
			}
		}

	}

}
