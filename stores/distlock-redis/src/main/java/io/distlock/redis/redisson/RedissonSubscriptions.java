// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.SubscriptionListener;
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

	private final Map<String, Listener> listeners = new HashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final RedisPubSubConnection connection;

	private final SubscriptionListener listener;

	private final boolean sharded;

	private volatile boolean closed;

	private RedissonSubscriptions(RedisPubSubConnection connection, SubscriptionListener listener, boolean sharded) {
		this.connection = connection;
		this.listener = listener;
		this.sharded = sharded;
	}

	static RedisSubscriptions open(RedisClient client, SubscriptionListener listener) {
		return RedisReplies.await(connect(client, listener, false).toCompletableFuture(),
				() -> "listen for released locks");
	}

	static CompletionStage<RedisSubscriptions> connect(RedisClient client, SubscriptionListener listener,
			boolean sharded) {
		return client.connectPubSubAsync().thenApply((connection) -> {
			RedissonSubscriptions subscriptions = new RedissonSubscriptions(connection, listener, sharded);
			connection.getChannel().closeFuture().addListener((closed) -> subscriptions.lost());
			return subscriptions;
		});
	}

	@Override
	public void subscribe(String channel) {
		this.lock.lock();
		try {
			Listener known = this.listeners.get(channel);
			if (known != null) {
				known.wanted = true;
				subscribeAgain(known);
				return;
			}
			Listener added = new Listener(channel);
			this.listeners.put(channel, added);
			this.connection.addListener(added.name, added);
			subscribe(added);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void unsubscribe(String channel) {
		this.lock.lock();
		try {
			Listener known = this.listeners.get(channel);
			if (known != null && known.wanted) {
				known.wanted = false;
				leave(known);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.closeAsync();
	}

	private void subscribeAgain(Listener known) {
		if (!known.leaving) {
			subscribe(known);
		}
	}

	private void subscribe(Listener added) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		done.whenComplete((nothing, failure) -> {
			if (failure != null) {
				lost(failure);
			}
		});
		if (this.sharded) {
			this.connection.ssubscribe(done, StringCodec.INSTANCE, added.name);
		}
		else {
			this.connection.subscribe(done, StringCodec.INSTANCE, added.name);
		}
	}

	private void leave(Listener left) {
		if (!left.leaving) {
			left.leaving = true;
			this.connection.unsubscribe(this.sharded ? PubSubType.SUNSUBSCRIBE : PubSubType.UNSUBSCRIBE, left.name);
		}
	}

	// The client takes the answers to a subscription and to the end of an earlier one for
	// each other, so one follows the other.
	private void left(Listener left) {
		this.lock.lock();
		try {
			left.leaving = false;
			if (left.wanted) {
				subscribe(left);
			}
			else if (this.listeners.remove(left.channel, left)) {
				this.connection.removeListener(left.name, left);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void lost() {
		lost(new IllegalStateException("The connection to Redis was lost"));
	}

	private void lost(Throwable cause) {
		if (!this.closed) {
			this.listener.interrupted(cause);
		}
	}

	/**
	 * One channel; guarded by the lock.
	 */
	private final class Listener implements RedisPubSubListener<Object> {

		private final String channel;

		private final ChannelName name;

		private boolean wanted = true;

		private boolean leaving;

		Listener(String channel) {
			this.channel = channel;
			this.name = new ChannelName(channel);
		}

		@Override
		public void onMessage(CharSequence name, Object message) {
			RedissonSubscriptions.this.listener.message(String.valueOf(message));
		}

		@Override
		public void onStatus(PubSubType type, CharSequence name) {
			switch (type) {
				case SUBSCRIBE, SSUBSCRIBE -> RedissonSubscriptions.this.listener.subscribed(this.channel);
				case UNSUBSCRIBE, SUNSUBSCRIBE -> left(this);
				default -> {
				}
			}
		}

	}

}
