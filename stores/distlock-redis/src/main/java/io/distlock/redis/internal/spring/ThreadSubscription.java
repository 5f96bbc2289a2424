// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.Subscription;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.util.ClassUtils;

/**
 * Subscription on a connection with blocking reads, in a daemon thread.
 * <p>
 * A {@code RedisMessageListenerContainer} is not used, because it can neither detect a
 * silent connection nor end a connection whose thread is blocked.
 */
final class ThreadSubscription implements RedisSubscription, MessageListener, SubscriptionListener {

	private static final boolean jedis = ClassUtils.isPresent("redis.clients.jedis.Jedis",
			ThreadSubscription.class.getClassLoader());

	private final ReentrantLock writing = new ReentrantLock();

	private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

	private final RedisConnection connection;

	private final String channel;

	private final Listener listener;

	private volatile boolean subscribed;

	private volatile boolean closed;

	// Whether the thread has given the connection back; guarded by writing.
	private boolean ended;

	private ThreadSubscription(RedisConnection connection, String channel, Listener listener) {
		this.connection = connection;
		this.channel = channel;
		this.listener = listener;
	}

	static ThreadSubscription open(RedisConnectionFactory factory, String channel, Listener listener) {
		ThreadSubscription subscription = new ThreadSubscription(factory.getConnection(), channel, listener);
		DaemonThreads.start("distlock-redis-listen", subscription::listen);
		try {
			RedisReplies.await(subscription.ready, () -> "listen for released locks");
			return subscription;
		}
		catch (RuntimeException ex) {
			subscription.close();
			throw ex;
		}
	}

	@Override
	public String address() {
		return this.channel;
	}

	@Override
	public void ask() {
		if (!write((subscription) -> subscription.subscribe(RedisReplies.bytes(this.channel)))) {
			throw new IllegalStateException("The subscription to released locks has ended");
		}
	}

	@Override
	public void close() {
		this.closed = true;
		end();
	}

	// One that waits for a pool to have a connection ends as soon as that is there.
	private void end() {
		write((subscription) -> {
			if ((!jedis || !JedisConnections.disconnect(this.connection)) && this.subscribed) {
				subscription.close();
			}
		});
	}

	@Override
	public void onMessage(Message message, byte @Nullable [] pattern) {
		this.listener.message(RedisReplies.text(message.getBody()));
	}

	@Override
	public void onChannelSubscribed(byte[] channel, long count) {
		this.subscribed = true;
		if (this.closed) {
			end();
		}
		else if (!this.ready.complete(true)) {
			this.listener.answered();
		}
	}

	// Write to the connection, unless the thread has given it back: a pool may have
	// passed it on to other code.
	private boolean write(Consumer<Subscription> command) {
		this.writing.lock();
		try {
			Subscription subscription = this.connection.getSubscription();
			if (this.ended || subscription == null || !subscription.isAlive()) {
				return false;
			}
			command.accept(subscription);
			return true;
		}
		finally {
			this.writing.unlock();
		}
	}

	private void listen() {
		Throwable cause = new IllegalStateException("The server has ended the subscription");
		try {
			this.connection.subscribe(this, RedisReplies.bytes(this.channel));
		}
		catch (RuntimeException ex) {
			cause = ex;
		}
		giveBack();
		boolean wasReady = !this.ready
			.completeExceptionally(RedisErrors.failed("listen for released locks", Outcome.TRANSIENT, cause));
		if (!this.closed && wasReady) {
			this.listener.interrupted(cause);
		}
	}

	// Give the connection back. To close it unsubscribes once more, and the answer is not
	// read, so it must not go back to a pool after that. A client that pools below this
	// connection has had its own connection back already.
	private void giveBack() {
		this.writing.lock();
		try {
			this.ended = true;
			if (!jedis || JedisConnections.discard(this.connection)) {
				Connections.close(this.connection);
			}
		}
		finally {
			this.writing.unlock();
		}
	}

	private static final class JedisConnections {

		// Cut a connection off whose reads block, also where the server does not answer.
		static boolean disconnect(RedisConnection connection) {
			if (connection.getNativeConnection() instanceof Jedis single) {
				single.getConnection().disconnect();
				return true;
			}
			return false;
		}

		static boolean discard(RedisConnection connection) {
			Object client = connection.getNativeConnection();
			if (client instanceof Jedis single) {
				single.getConnection().setBroken();
			}
			return !(client instanceof UnifiedJedis);
		}

	}

}
