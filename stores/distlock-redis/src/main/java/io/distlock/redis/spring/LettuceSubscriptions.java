// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.time.Duration;

import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.SubscriptionListener;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Listens on one connection of Lettuce. A lost connection is given up, though Lettuce
 * would restore it: one that has fallen silent has to be replaced anyway.
 */
final class LettuceSubscriptions implements RedisSubscriptions {

	private static final Logger logger = LoggerFactory.getLogger(LettuceSubscriptions.class);

	private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

	private final RedisConnection connection;

	private final RedisPubSubAsyncCommands<byte[], byte[]> commands;

	private final SubscriptionListener listener;

	private volatile boolean closed;

	private LettuceSubscriptions(RedisConnection connection, RedisPubSubAsyncCommands<byte[], byte[]> commands,
			SubscriptionListener listener) {
		this.connection = connection;
		this.commands = commands;
		this.listener = listener;
	}

	static LettuceSubscriptions open(RedisConnectionFactory factory, SubscriptionListener listener) {
		RedisConnection connection = factory.getConnection();
		try {
			connection.subscribe((message, pattern) -> {
			}, RedisReplies.bytes(ThreadSubscriptions.SILENT_CHANNEL));
			LettuceSubscriptions subscriptions = new LettuceSubscriptions(connection, commands(connection), listener);
			subscriptions.hear();
			return subscriptions;
		}
		catch (RuntimeException ex) {
			Connections.close(connection);
			throw ex;
		}
	}

	@Override
	public void subscribe(String channel) {
		this.commands.subscribe(RedisReplies.bytes(channel)).whenComplete((done, failure) -> {
			if (failure != null && !this.closed) {
				this.listener.interrupted(failure);
			}
		});
	}

	@Override
	public void unsubscribe(String channel) {
		this.commands.unsubscribe(RedisReplies.bytes(channel));
	}

	@Override
	public void close() {
		this.closed = true;
		StatefulRedisPubSubConnection<byte[], byte[]> open = this.commands.getStatefulConnection();
		open.setTimeout(LONGEST_CLOSE);
		try {
			this.connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Closing a connection to Redis that does not respond", ex);
			open.closeAsync();
		}
	}

	private void hear() {
		this.commands.getStatefulConnection().addListener(new Messages());
		this.commands.getStatefulConnection().addListener(new State());
	}

	@SuppressWarnings("unchecked")
	private static RedisPubSubAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisPubSubAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	private final class Messages extends RedisPubSubAdapter<byte[], byte[]> {

		@Override
		public void message(byte[] channel, byte[] message) {
			if (!LettuceSubscriptions.this.closed) {
				LettuceSubscriptions.this.listener.message(RedisReplies.text(message));
			}
		}

		@Override
		public void subscribed(byte[] channel, long count) {
			LettuceSubscriptions.this.listener.subscribed(RedisReplies.text(channel));
		}

	}

	private final class State implements RedisConnectionStateListener {

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
			if (!LettuceSubscriptions.this.closed) {
				LettuceSubscriptions.this.listener
					.interrupted(new IllegalStateException("The connection to Redis was lost"));
			}
		}

	}

}
