// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
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
 * Listens on one connection of Lettuce. A lost connection ends this, though Lettuce
 * restores it: one that has fallen silent has to be replaced anyway.
 * <p>
 * At one master of a cluster the connection is restored, but its subscriptions are not:
 * Lettuce asks for all of them in one command, which a cluster refuses where they are of
 * several slots. So others begin on the same connection once that is there again.
 */
final class LettuceSubscriptions extends RedisPubSubAdapter<byte[], byte[]>
		implements RedisConnectionStateListener, RedisSubscriptions {

	private static final Logger logger = LoggerFactory.getLogger(LettuceSubscriptions.class);

	private static final Duration LONGEST_CLOSE = Duration.ofSeconds(1);

	/**
	 * Number of outstanding answers to the end of a subscription in a shard. What comes
	 * besides them was ended by the server.
	 */
	private final Map<String, Integer> leaving = new ConcurrentHashMap<>();

	private final StatefulRedisPubSubConnection<byte[], byte[]> connection;

	private final Listener listener;

	private final boolean sharded;

	private final Runnable whenClosed;

	private volatile boolean closed;

	private LettuceSubscriptions(StatefulRedisPubSubConnection<byte[], byte[]> connection, Listener listener,
			boolean sharded, Runnable whenClosed) {
		this.connection = connection;
		this.listener = listener;
		this.sharded = sharded;
		this.whenClosed = whenClosed;
		connection.addListener((RedisPubSubListener<byte[], byte[]>) this);
		connection.addListener((RedisConnectionStateListener) this);
	}

	// May wait for the connection.
	static LettuceSubscriptions open(RedisConnectionFactory factory, Listener listener) {
		RedisConnection connection = factory.getConnection();
		try {
			connection.subscribe((message, pattern) -> {
			}, RedisReplies.bytes(ThreadSubscriptions.SILENT_CHANNEL));
			StatefulRedisPubSubConnection<byte[], byte[]> open = commands(connection).getStatefulConnection();
			return new LettuceSubscriptions(open, listener, false, () -> close(connection, open));
		}
		catch (RuntimeException ex) {
			Connections.close(connection);
			throw ex;
		}
	}

	static LettuceSubscriptions ofShard(StatefulRedisPubSubConnection<byte[], byte[]> connection, Listener listener,
			Runnable whenClosed) {
		return new LettuceSubscriptions(connection, listener, true, whenClosed);
	}

	@Override
	public void subscribe(String channel) {
		if (!this.connection.isOpen()) {
			throw new IllegalStateException("The connection to Redis is down and being reestablished");
		}
		byte[] name = RedisReplies.bytes(channel);
		(this.sharded ? this.connection.async().ssubscribe(name) : this.connection.async().subscribe(name))
			.whenComplete((done, failure) -> {
				if (failure != null && !this.closed) {
					refused(channel, failure);
				}
			});
	}

	private void refused(String channel, Throwable failure) {
		if (this.sharded) {
			this.listener.interrupted(channel, failure);
		}
		else {
			this.listener.interrupted(failure);
		}
	}

	@Override
	public void unsubscribe(String channel) {
		byte[] name = RedisReplies.bytes(channel);
		if (!this.sharded) {
			this.connection.async().unsubscribe(name);
			return;
		}
		this.leaving.merge(channel, 1, Integer::sum);
		this.connection.async().sunsubscribe(name).whenComplete((done, failure) -> {
			if (failure != null) {
				isLeft(channel);
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.removeListener((RedisPubSubListener<byte[], byte[]>) this);
		this.connection.removeListener((RedisConnectionStateListener) this);
		this.whenClosed.run();
	}

	private static void close(RedisConnection connection, StatefulRedisPubSubConnection<byte[], byte[]> open) {
		open.setTimeout(LONGEST_CLOSE);
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Closing a connection to Redis that does not respond", ex);
			open.closeAsync();
		}
	}

	// Takes note of the end of a subscription, and returns whether that was asked for.
	private boolean isLeft(String channel) {
		boolean[] asked = new boolean[1];
		this.leaving.computeIfPresent(channel, (name, count) -> {
			asked[0] = true;
			return (count > 1) ? count - 1 : null;
		});
		return asked[0];
	}

	@Override
	public void message(byte[] channel, byte[] message) {
		if (!this.closed) {
			this.listener.message(RedisReplies.text(message));
		}
	}

	@Override
	public void smessage(byte[] channel, byte[] message) {
		message(channel, message);
	}

	@Override
	public void subscribed(byte[] channel, long count) {
		this.listener.subscribed(RedisReplies.text(channel));
	}

	@Override
	public void ssubscribed(byte[] channel, long count) {
		subscribed(channel, count);
	}

	@Override
	public void sunsubscribed(byte[] channel, long count) {
		String name = RedisReplies.text(channel);
		if (!isLeft(name)) {
			this.listener.interrupted(name,
					new IllegalStateException("The server has ended the subscription, as it does when a slot moves"));
		}
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
