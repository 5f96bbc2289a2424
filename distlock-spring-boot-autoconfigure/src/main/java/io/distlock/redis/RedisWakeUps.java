package io.distlock.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this node hears that locks were released: one connection for all locks that it
 * waits for, opened when it first waits, and one subscription for each of them. A message
 * only says that another attempt is worth while; who waits also asks on its own now and
 * then, so that a lost message costs time and nothing else.
 */
final class RedisWakeUps implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisWakeUps.class);

	private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

	private static final long RETRY_FORBIDDEN_NANOS = Duration.ofMinutes(10).toNanos();

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, WakeUpChannel> channels = new HashMap<>();

	private final RedisTransport transport;

	private @Nullable Connection connection;

	private long pausedSince;

	private long pause;

	private boolean opening;

	private volatile Hearing hearing = Hearing.NOTHING;

	private volatile boolean told;

	private boolean closed;

	RedisWakeUps(RedisTransport transport) {
		this.transport = transport;
	}

	/**
	 * Listen to a channel, also if that was asked before, and wait until the server has
	 * confirmed it.
	 * @param name the channel
	 * @param wakeUp what to call
	 * @return whether a message from now on is heard
	 */
	boolean listen(String name, Runnable wakeUp) {
		WakeUpChannel channel = add(name, wakeUp);
		return channel != null && channel.awaitConfirmation();
	}

	/**
	 * Tell how this node hears of releases at present, where it listens.
	 * @return how
	 */
	Hearing hearing() {
		return this.hearing;
	}

	void remove(String name, Runnable wakeUp) {
		this.lock.lock();
		try {
			WakeUpChannel channel = this.channels.get(name);
			if (channel != null && channel.remove(wakeUp)) {
				this.channels.remove(name);
				unsubscribe(name);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		Connection open;
		this.lock.lock();
		try {
			this.closed = true;
			this.channels.clear();
			open = this.connection;
			this.connection = null;
		}
		finally {
			this.lock.unlock();
		}
		if (open != null) {
			disconnect(open);
		}
	}

	private @Nullable WakeUpChannel add(String name, Runnable wakeUp) {
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			WakeUpChannel channel = this.channels.computeIfAbsent(name, (missing) -> new WakeUpChannel());
			channel.add(wakeUp);
			Connection open = this.connection;
			if (open != null) {
				subscribe(open, name, channel);
			}
			else {
				openUnlessPaused();
			}
			return (this.connection != null || this.opening) ? channel : null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void subscribe(Connection open, String name, WakeUpChannel channel) {
		if (!channel.subscribeOn(open)) {
			return;
		}
		try {
			open.subscriptions().subscribe(name);
		}
		catch (RuntimeException ex) {
			interrupted(open, ex, true);
		}
	}

	// A server may take its time to connect, or not answer at all, and nobody should have
	// to wait for that.
	private void openUnlessPaused() {
		boolean paused = this.pause > 0 && System.nanoTime() - this.pausedSince < this.pause;
		if (!this.opening && !paused) {
			this.opening = true;
			this.channels.values().forEach(WakeUpChannel::expectConfirmation);
			later("distlock-redis-connect", this::connect);
		}
	}

	private void connect() {
		Connection opened = new Connection();
		try {
			opened.subscriptions = this.transport.subscriptions(opened);
			connected(opened);
		}
		catch (RuntimeException ex) {
			notConnected(ex);
		}
	}

	private void connected(Connection opened) {
		this.lock.lock();
		try {
			this.opening = false;
			this.pause = 0;
			this.connection = opened;
			this.hearing = opened.subscriptions().isSharded() ? Hearing.SHARDED : Hearing.PLAIN;
			if (this.closed || this.channels.isEmpty()) {
				drop();
			}
			List.copyOf(this.channels.keySet()).forEach((name) -> subscribeAgain(opened, name));
		}
		finally {
			this.lock.unlock();
		}
	}

	private void subscribeAgain(Connection opened, String name) {
		WakeUpChannel channel = this.channels.get(name);
		if (channel != null && this.connection == opened) {
			subscribe(opened, name, channel);
		}
	}

	private void notConnected(RuntimeException cause) {
		this.lock.lock();
		try {
			this.opening = false;
			if (!this.closed) {
				pause(cause);
			}
			this.channels.values().forEach(WakeUpChannel::refuse);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void unsubscribe(String name) {
		Connection open = this.connection;
		if (open == null) {
			return;
		}
		try {
			open.subscriptions().unsubscribe(name);
		}
		catch (RuntimeException ex) {
			logger.debug("Could not unsubscribe from '{}'", name, ex);
			drop();
		}
	}

	/**
	 * Give a connection up. A client may wait for its own threads to close it, and those
	 * may be just now telling of a message: never close it under the lock, or on one of
	 * them.
	 */
	private void drop() {
		Connection open = this.connection;
		this.connection = null;
		this.hearing = Hearing.NOTHING;
		if (open != null) {
			later("distlock-redis-disconnect", () -> disconnect(open));
		}
	}

	private static void disconnect(Connection open) {
		try {
			open.subscriptions().close();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not close the connection that listens for released locks", ex);
		}
	}

	private static void later(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		thread.start();
	}

	private void pause(Throwable cause) {
		boolean forbidden = RedisErrors.isRefused(cause);
		this.pausedSince = System.nanoTime();
		this.pause = forbidden ? RETRY_FORBIDDEN_NANOS : RETRY_NANOS;
		if (!this.told) {
			this.told = true;
			logger.warn("Released locks are not listened for in Redis at present; waiting nodes poll. {}({})", forbidden
					? "The server's user needs the rights &distlock:* +subscribe +unsubscribe +publish, and for "
							+ "a Redis Cluster +ssubscribe +sunsubscribe +spublish. "
					: "", cause.getMessage());
		}
	}

	private void confirmed(Connection by, String name) {
		this.told = false;
		wake(name, (channel) -> channel.isSubscribedOn(by) && !channel.confirm());
	}

	private void wake(String name, Predicate<WakeUpChannel> condition) {
		List<Runnable> wakeUps = List.of();
		this.lock.lock();
		try {
			WakeUpChannel channel = this.channels.get(name);
			if (channel != null && condition.test(channel)) {
				wakeUps = channel.wakeUps();
			}
		}
		finally {
			this.lock.unlock();
		}
		wakeUps.forEach(Runnable::run);
	}

	private void interrupted(Connection which, Throwable cause, boolean lost) {
		List<Runnable> wakeUps = List.of();
		this.lock.lock();
		try {
			if (this.connection == which && !this.closed) {
				wakeUps = this.channels.values()
					.stream()
					.flatMap((channel) -> channel.interrupt(lost).stream())
					.toList();
				if (lost) {
					drop();
					pause(cause);
				}
			}
		}
		finally {
			this.lock.unlock();
		}
		wakeUps.forEach(Runnable::run);
	}

	private void interrupted(Connection which, String name) {
		wake(name, (channel) -> {
			boolean affected = channel.isSubscribedOn(which);
			if (affected) {
				channel.interrupt(false);
			}
			return affected;
		});
	}

	/**
	 * The connection on which messages are heard now, or were before.
	 */
	private final class Connection implements SubscriptionListener {

		private @Nullable RedisSubscriptions subscriptions;

		RedisSubscriptions subscriptions() {
			return Objects.requireNonNull(this.subscriptions);
		}

		@Override
		public void subscribed(String channel) {
			confirmed(this, channel);
		}

		@Override
		public void message(String channel) {
			wake(channel, (any) -> true);
		}

		@Override
		public void interrupted(String channel, Throwable cause) {
			logger.debug("Not heard at present: '{}'", channel, cause);
			RedisWakeUps.this.interrupted(this, channel);
		}

		@Override
		public void interrupted(Throwable cause, boolean closed) {
			RedisWakeUps.this.interrupted(this, cause, closed);
		}

	}

}
