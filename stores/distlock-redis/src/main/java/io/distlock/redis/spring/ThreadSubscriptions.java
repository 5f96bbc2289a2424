// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.SubscriptionListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.Subscription;

/**
 * Listens on a connection whose reads block, in a daemon thread. One channel on which
 * nothing is ever said keeps the connection listening while there are no others.
 */
final class ThreadSubscriptions implements RedisSubscriptions {

	static final String SILENT_CHANNEL = "distlock:silent";

	private static final long LONGEST_CLOSE_MILLIS = 1000;

	private static final Logger logger = LoggerFactory.getLogger(ThreadSubscriptions.class);

	private final ReentrantLock writing = new ReentrantLock();

	private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

	private final Thread thread = DaemonThreads.named("distlock-redis-listen").newThread(this::listen);

	private final RedisConnection connection;

	private final SubscriptionListener listener;

	private volatile boolean closed;

	/**
	 * Whether the thread has given the connection back; guarded by {@link #writing}.
	 */
	private boolean ended;

	private ThreadSubscriptions(RedisConnection connection, SubscriptionListener listener) {
		this.connection = connection;
		this.listener = listener;
	}

	static ThreadSubscriptions open(RedisConnectionFactory factory, SubscriptionListener listener) {
		ThreadSubscriptions subscriptions = new ThreadSubscriptions(factory.getConnection(), listener);
		subscriptions.thread.start();
		try {
			RedisReplies.await(subscriptions.ready, () -> "listen for released locks");
			return subscriptions;
		}
		catch (RuntimeException ex) {
			subscriptions.close();
			throw ex;
		}
	}

	@Override
	public void subscribe(String channel) {
		write((subscription) -> {
			if (!this.closed) {
				subscription.subscribe(RedisReplies.bytes(channel));
			}
		});
	}

	@Override
	public void unsubscribe(String channel) {
		write((subscription) -> subscription.unsubscribe(RedisReplies.bytes(channel)));
	}

	// The thread gives the connection back once it has read the answers, so that the one
	// who
	// gets it next does not take them for its own.
	@Override
	public void close() {
		this.closed = true;
		try {
			write(Subscription::close);
		}
		catch (RuntimeException ex) {
			logger.debug("The subscription to released locks had ended already", ex);
		}
		if (!hasEnded()) {
			Connections.drop(this.connection);
		}
	}

	private boolean hasEnded() {
		try {
			this.thread.join(LONGEST_CLOSE_MILLIS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return !this.thread.isAlive();
	}

	private void write(Consumer<Subscription> command) {
		this.writing.lock();
		try {
			Subscription subscription = this.connection.getSubscription();
			if (this.ended || subscription == null || !subscription.isAlive()) {
				throw new IllegalStateException("The subscription to released locks has ended");
			}
			command.accept(subscription);
		}
		finally {
			this.writing.unlock();
		}
	}

	private void listen() {
		@Nullable RuntimeException failure = null;
		try {
			this.connection.subscribe(new Listener(), RedisReplies.bytes(SILENT_CHANNEL));
		}
		catch (RuntimeException ex) {
			failure = ex;
		}
		giveBack();
		ended((failure != null) ? failure : new IllegalStateException("The server has ended the subscription"));
	}

	private void giveBack() {
		this.writing.lock();
		try {
			this.ended = true;
			Connections.closeSubscribed(this.connection);
		}
		finally {
			this.writing.unlock();
		}
	}

	private void ended(Throwable cause) {
		boolean wasReady = !this.ready
			.completeExceptionally(RedisErrors.failed("listen for released locks", Outcome.TRANSIENT, cause));
		if (!this.closed && wasReady) {
			this.listener.interrupted(cause);
		}
	}

	private final class Listener
			implements MessageListener, org.springframework.data.redis.connection.SubscriptionListener {

		@Override
		public void onMessage(Message message, byte @Nullable [] pattern) {
			ThreadSubscriptions.this.listener.message(RedisReplies.text(message.getBody()));
		}

		@Override
		public void onChannelSubscribed(byte[] channel, long count) {
			if (!ThreadSubscriptions.this.ready.complete(true)) {
				ThreadSubscriptions.this.listener.subscribed(RedisReplies.text(channel));
			}
		}

	}

}
