// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.time.Duration;

import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.RedisPubSubListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Subscription on a connection of Lettuce. Ends with the loss of the connection, although
 * Lettuce restores the connection, because a silent connection must be replaced as well.
 */
final class LettuceSubscription extends RedisPubSubAdapter<byte[], byte[]>
		implements RedisConnectionStateListener, RedisSubscription {

	private static final Logger logger = LoggerFactory.getLogger(LettuceSubscription.class);

	private static final Duration MAX_CLOSE_TIME = Duration.ofSeconds(1);

	private final RedisConnection connection;

	private final StatefulRedisPubSubConnection<byte[], byte[]> client;

	private final String channel;

	private final Listener listener;

	private volatile boolean closed;

	private LettuceSubscription(RedisConnection connection, String channel, Listener listener) {
		this.connection = connection;
		this.client = commands(connection).getStatefulConnection();
		this.channel = channel;
		this.listener = listener;
		this.client.addListener((RedisPubSubListener<byte[], byte[]>) this);
		this.client.addListener((RedisConnectionStateListener) this);
	}

	static LettuceSubscription open(RedisConnectionFactory factory, String channel, Listener listener) {
		RedisConnection connection = factory.getConnection();
		try {
			connection.subscribe((message, pattern) -> {
			}, RedisReplies.bytes(channel));
			return new LettuceSubscription(connection, channel, listener);
		}
		catch (RuntimeException ex) {
			Connections.close(connection);
			throw ex;
		}
	}

	@Override
	public String address() {
		return this.channel;
	}

	// By the same subscription once more: unlike a ping, that is answered in the same way
	// on every client and version.
	@Override
	public void ask() {
		if (!this.client.isOpen()) {
			throw new IllegalStateException("The connection to Redis is down and being reestablished");
		}
		this.client.async().subscribe(RedisReplies.bytes(this.channel)).whenComplete((done, failure) -> {
			if (failure != null && !this.closed) {
				this.listener.interrupted(failure);
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.client.removeListener((RedisPubSubListener<byte[], byte[]>) this);
		this.client.removeListener((RedisConnectionStateListener) this);
		if (LettuceLink.isClosed(this.client)) {
			return;
		}
		this.client.setTimeout(MAX_CLOSE_TIME);
		try {
			this.connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Closing a connection to Redis that does not respond", ex);
			this.client.closeAsync();
		}
	}

	@Override
	public void message(byte[] channel, byte[] message) {
		if (!this.closed) {
			this.listener.message(RedisReplies.text(message));
		}
	}

	@Override
	public void subscribed(byte[] channel, long count) {
		this.listener.answered();
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
		if (!this.closed) {
			this.listener.interrupted(new IllegalStateException("The connection to Redis was lost"));
		}
	}

	@SuppressWarnings("unchecked")
	private static RedisPubSubAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisPubSubAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

}
