// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.SubscriptionListener;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * Listens at one master of a cluster. The connection is restored after it was lost, but
 * its subscriptions are not: Lettuce asks for all of them in one command, which a cluster
 * refuses where they are of several slots. So a lost connection ends this, and another
 * one begins on the same connection once that is there again.
 */
final class LettuceShard implements RedisSubscriptions {

	private final Messages messages = new Messages();

	private final State state = new State();

	/**
	 * Number of outstanding answers to the end of a subscription. What comes besides them
	 * was ended by the server.
	 */
	private final Map<String, Integer> leaving = new ConcurrentHashMap<>();

	private final StatefulRedisPubSubConnection<byte[], byte[]> connection;

	private final SubscriptionListener listener;

	private final Runnable whenClosed;

	private volatile boolean closed;

	private LettuceShard(StatefulRedisPubSubConnection<byte[], byte[]> connection, SubscriptionListener listener,
			Runnable whenClosed) {
		this.whenClosed = whenClosed;
		this.connection = connection;
		this.listener = listener;
	}

	static LettuceShard of(StatefulRedisPubSubConnection<byte[], byte[]> connection, SubscriptionListener listener,
			Runnable whenClosed) {
		LettuceShard shard = new LettuceShard(connection, listener, whenClosed);
		connection.addListener(shard.messages);
		connection.addListener(shard.state);
		return shard;
	}

	@Override
	public void subscribe(String channel) {
		if (!this.connection.isOpen()) {
			throw new IllegalStateException("The connection to Redis is down and being reestablished");
		}
		this.connection.async().ssubscribe(RedisReplies.bytes(channel)).whenComplete((done, failure) -> {
			if (failure != null && !this.closed) {
				this.listener.interrupted(channel, failure);
			}
		});
	}

	@Override
	public void unsubscribe(String channel) {
		this.leaving.merge(channel, 1, Integer::sum);
		this.connection.async().sunsubscribe(RedisReplies.bytes(channel)).whenComplete((done, failure) -> {
			if (failure != null) {
				isLeft(channel);
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.removeListener(this.messages);
		this.connection.removeListener(this.state);
		this.whenClosed.run();
	}

	/**
	 * Take note of the end of a subscription.
	 * @param channel the channel
	 * @return whether that was asked for
	 */
	private boolean isLeft(String channel) {
		boolean[] asked = new boolean[1];
		this.leaving.computeIfPresent(channel, (name, count) -> {
			asked[0] = true;
			return (count > 1) ? count - 1 : null;
		});
		return asked[0];
	}

	private final class Messages extends RedisPubSubAdapter<byte[], byte[]> {

		@Override
		public void smessage(byte[] channel, byte[] message) {
			LettuceShard.this.listener.message(RedisReplies.text(message));
		}

		@Override
		public void ssubscribed(byte[] channel, long count) {
			LettuceShard.this.listener.subscribed(RedisReplies.text(channel));
		}

		@Override
		public void sunsubscribed(byte[] channel, long count) {
			String name = RedisReplies.text(channel);
			if (!isLeft(name)) {
				LettuceShard.this.listener.interrupted(name, new IllegalStateException(
						"The server has ended the subscription, as it does when a slot moves"));
			}
		}

	}

	private final class State implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			if (!LettuceShard.this.closed) {
				LettuceShard.this.listener.interrupted(new IllegalStateException("The connection to Redis was lost"));
			}
		}

	}

}
