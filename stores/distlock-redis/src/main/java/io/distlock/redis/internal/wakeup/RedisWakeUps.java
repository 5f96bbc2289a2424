// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.wakeup;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

import io.distlock.internal.connection.WaitingKeys;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifications of this node's turn, on one connection and one channel for all awaited
 * locks. The connection is opened with the first wait and closed after some time without
 * a wait. A message contains the lock and the last token before its release. It only
 * suggests another attempt; waiters also poll regularly, so a lost message costs time
 * only.
 * <p>
 * No thread waits for the connection: waiters poll until the server has confirmed the
 * subscription, and are then woken once. A connection without a requested confirmation is
 * replaced. All state except for the waiters belongs to one thread, which never blocks,
 * and ends when it is idle.
 *
 * @since 0.1.0
 */
public final class RedisWakeUps implements AutoCloseable {

	// The place of a node that hears nothing.
	private static final String NO_CHANNEL = "-";

	// Begins the place of a node whose server knows how many hear a message.
	private static final String STANDALONE = "p";

	// Begins the place of a node of a cluster, whose servers do not know that.
	private static final String CLUSTER = "c";

	private static final Logger logger = LoggerFactory.getLogger(RedisWakeUps.class);

	private static final Duration CHECK_INTERVAL = Duration.ofMillis(500);

	private static final long UNUSED_NANOS = Duration.ofSeconds(10).toNanos();

	// How long a connection may be quiet before it is asked for a sign.
	private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

	// Longest time that a server may take to connect, or to give a sign.
	private static final long SILENT_NANOS = RedisReplies.TIMEOUT.toNanos();

	private static final Duration MAX_CLOSE_TIME = Duration.ofSeconds(2);

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1,
			DaemonThreads.named("distlock-redis-wake-ups")) {

		@Override
		protected void terminated() {
			RedisWakeUps.this.ended.complete(null);
		}

	};

	private final String channel = "distlock:node:" + UUID.randomUUID();

	private final WaitingKeys waiting = new WaitingKeys();

	private final Backoff backoff = new Backoff();

	private final RedisTransport transport;

	private final BiConsumer<String, String> unclaimed;

	private volatile String place = NO_CHANNEL;

	private @Nullable Connection connection;

	private volatile CompletableFuture<Void> hangingUp = CompletableFuture.completedFuture(null);

	private long lastUsed = System.nanoTime();

	private boolean checking;

	private boolean closed;

	// Opens no connection yet. What is unclaimed are messages that arrive when this node
	// no longer waits: the key of the lock, and the last token under which it was
	// released.
	public RedisWakeUps(RedisTransport transport, BiConsumer<String, String> unclaimed) {
		this.transport = transport;
		this.unclaimed = unclaimed;
		this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.thread.setKeepAliveTime(10, TimeUnit.SECONDS);
		this.thread.allowCoreThreadTimeOut(true);
	}

	// Waits for the release of a lock, also if that was asked before: calls back when it
	// is this node's turn, and once when messages are heard or not heard any more.
	// Returns where this node hears from now on, for its place in the queue.
	public String listen(String lock, Runnable wakeUp) {
		this.waiting.add(lock, wakeUp);
		String current = this.place;
		if (NO_CHANNEL.equals(current)) {
			run(this::connectOrCheck);
		}
		return current;
	}

	public void remove(String lock, Runnable wakeUp) {
		this.waiting.remove(lock, wakeUp);
	}

	// Does something later on this thread, which must not wait for anything, unless this
	// is closed before. Returns false after the end.
	public boolean later(Runnable task, Duration delay) {
		try {
			this.thread.schedule(() -> guarded(task), delay.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Nothing is scheduled after the end", ex);
			return false;
		}
	}

	private static void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.debug("Listening for released locks failed", ex);
		}
	}

	private boolean run(Runnable task) {
		return later(task, Duration.ZERO);
	}

	@Override
	public void close() {
		run(() -> {
			this.closed = true;
			this.waiting.clear();
			unsubscribe();
		});
		this.thread.shutdown();
		awaitEnd();
	}

	// The client is shut down next, and warns of connections that others are closing.
	private void awaitEnd() {
		CompletableFuture<Void> ended = this.ended.thenCompose((done) -> this.hangingUp);
		try {
			Uninterrupted.await(ended, MAX_CLOSE_TIME);
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.debug("The connection that listens for released locks is not closed yet", ex);
		}
	}

	private void connectOrCheck() {
		if (!this.waiting.isEmpty()) {
			this.lastUsed = System.nanoTime();
		}
		if (isOlder(this.lastUsed, UNUSED_NANOS)) {
			unsubscribe();
		}
		else if (!this.closed) {
			check();
			if (!this.checking) {
				this.checking = true;
				later(() -> {
					this.checking = false;
					connectOrCheck();
				}, CHECK_INTERVAL);
			}
		}
	}

	private void check() {
		Connection open = this.connection;
		if (open != null) {
			open.check();
		}
		else if (!this.waiting.isEmpty() && !this.backoff.isOn()) {
			Connection opening = new Connection();
			this.connection = DaemonThreads.tryStart("distlock-redis-connect", opening::open) ? opening : null;
		}
	}

	private void lost(Connection lost, Throwable cause) {
		if (this.connection != lost) {
			return;
		}
		logger.debug("Not listening for released locks any more", cause);
		this.backoff.begin(cause, unsubscribe());
	}

	// Gives up the connection: those who wait ask on their own from now on. Returns
	// whether messages were heard.
	private boolean unsubscribe() {
		Connection open = this.connection;
		this.connection = null;
		boolean heard = !NO_CHANNEL.equals(this.place);
		this.place = NO_CHANNEL;
		if (heard) {
			this.waiting.wakeAll();
		}
		if (open != null && open.subscription != null) {
			close(open.subscription);
		}
		return heard;
	}

	private void message(String text) {
		int end = text.lastIndexOf(' ');
		String lock = text.substring(0, Math.max(0, end));
		if (!this.waiting.wake(lock) && end > 0) {
			String lastToken = text.substring(end + 1);
			run(() -> this.unclaimed.accept(lock, lastToken));
		}
	}

	private static boolean isOlder(long time, long nanos) {
		return System.nanoTime() - time > nanos;
	}

	// A client may wait for its own threads to do that, and for a server that does not
	// answer.
	private void close(RedisSubscription subscription) {
		this.hangingUp = CompletableFuture.allOf(this.hangingUp, CompletableFuture.runAsync(
				() -> guarded(subscription::close), (task) -> DaemonThreads.start("distlock-redis-connect", task)));
	}

	/**
	 * Connection for messages, from its request on. Forwards events of the client's
	 * threads to the thread of the wake-ups.
	 */
	private final class Connection implements RedisSubscription.Listener {

		private @Nullable RedisSubscription subscription;

		private String address = NO_CHANNEL;

		private boolean asked = true;

		// When it was requested, last asked for a sign, or last gave one.
		private long since = System.nanoTime();

		// On a thread of its own, which may wait for the server.
		void open() {
			try {
				String mark = RedisWakeUps.this.transport.isCluster() ? CLUSTER : STANDALONE;
				RedisSubscription opened = RedisWakeUps.this.transport.subscribe(RedisWakeUps.this.channel, this);
				if (!run(() -> opened(opened, mark + opened.address()))) {
					opened.close();
				}
			}
			catch (RuntimeException ex) {
				interrupted(ex);
			}
		}

		private void opened(RedisSubscription opened, String hearingAt) {
			if (RedisWakeUps.this.connection != this) {
				close(opened);
				return;
			}
			this.subscription = opened;
			this.address = hearingAt;
			ask(opened);
		}

		private void ask(RedisSubscription open) {
			this.asked = true;
			this.since = System.nanoTime();
			try {
				open.ask();
			}
			catch (RuntimeException ex) {
				lost(this, ex);
			}
		}

		void check() {
			RedisSubscription open = this.subscription;
			if (this.asked && isOlder(this.since, SILENT_NANOS)) {
				lost(this, new IllegalStateException(
						"Redis does not answer on the connection that listens for released locks"));
			}
			else if (open != null && !this.asked && isOlder(this.since, QUIET_NANOS)) {
				ask(open);
			}
		}

		private void heard() {
			if (RedisWakeUps.this.connection != this || this.subscription == null) {
				return;
			}
			this.asked = false;
			this.since = System.nanoTime();
			RedisWakeUps.this.backoff.end();
			if (NO_CHANNEL.equals(RedisWakeUps.this.place)) {
				RedisWakeUps.this.place = this.address;
				RedisWakeUps.this.waiting.wakeAll();
			}
		}

		@Override
		public void answered() {
			run(this::heard);
		}

		@Override
		public void message(String text) {
			RedisWakeUps.this.message(text);
		}

		@Override
		public void interrupted(Throwable cause) {
			run(() -> lost(this, RedisReplies.cause(cause)));
		}

	}

}
