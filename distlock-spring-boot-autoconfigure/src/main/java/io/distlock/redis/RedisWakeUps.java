package io.distlock.redis;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

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

	private static final long CONFIRMATION_MILLIS = 1000;

	private static final long RETRY_NANOS = Duration.ofSeconds(1).toNanos();

	private static final long RETRY_FORBIDDEN_NANOS = Duration.ofMinutes(10).toNanos();

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Channel> channels = new HashMap<>();

	private final RedisTransport transport;

	private @Nullable Connection connection;

	private long pausedSince;

	private long pause;

	private boolean told;

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
		Channel channel = add(name, wakeUp);
		return channel != null && channel.awaitConfirmation();
	}

	void remove(String name, Runnable wakeUp) {
		this.lock.lock();
		try {
			Channel channel = this.channels.get(name);
			if (channel != null && channel.wakeUps.remove(wakeUp) && channel.wakeUps.isEmpty()) {
				this.channels.remove(name);
				unsubscribe(name);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return how many channels are listened to.
	 */
	int size() {
		this.lock.lock();
		try {
			return this.channels.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.channels.clear();
			drop();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Channel add(String name, Runnable wakeUp) {
		this.lock.lock();
		try {
			if (this.closed) {
				return null;
			}
			Channel channel = this.channels.computeIfAbsent(name, (missing) -> new Channel());
			channel.wakeUps.add(wakeUp);
			return subscribe(name, channel) ? channel : null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean subscribe(String name, Channel channel) {
		Connection open = open();
		if (open == null) {
			return false;
		}
		if (channel.subscribedOn == open) {
			return true;
		}
		try {
			channel.subscribedOn = open;
			channel.confirmed = new CompletableFuture<>();
			open.subscriptions().subscribe(name);
			return true;
		}
		catch (RuntimeException ex) {
			drop();
			pause(ex);
			return false;
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

	private @Nullable Connection open() {
		boolean paused = this.pause > 0 && System.nanoTime() - this.pausedSince < this.pause;
		if (this.connection == null && !paused) {
			try {
				Connection opened = new Connection();
				opened.subscriptions = this.transport.subscriptions(opened);
				this.connection = opened;
				this.pause = 0;
			}
			catch (RuntimeException ex) {
				pause(ex);
			}
		}
		return this.connection;
	}

	private void drop() {
		Connection open = this.connection;
		this.connection = null;
		if (open != null) {
			try {
				open.subscriptions().close();
			}
			catch (RuntimeException ex) {
				logger.debug("Could not close the connection that listens for released locks", ex);
			}
		}
	}

	private void pause(Throwable cause) {
		this.pausedSince = System.nanoTime();
		this.pause = RedisErrors.isForbidden(cause) ? RETRY_FORBIDDEN_NANOS : RETRY_NANOS;
		if (!this.told) {
			this.told = true;
			logger.warn(
					"Released locks cannot be listened for in Redis; waiting nodes poll. "
							+ "The server's user needs the rights: &distlock:* +subscribe +unsubscribe +publish. {}",
					cause.toString());
		}
	}

	private void confirmed(Connection by, String name) {
		List<Runnable> wakeUps = List.of();
		this.lock.lock();
		try {
			this.told = false;
			Channel channel = this.channels.get(name);
			if (channel != null && channel.subscribedOn == by) {
				boolean again = !channel.confirmed.complete(true);
				wakeUps = again ? List.copyOf(channel.wakeUps) : wakeUps;
			}
		}
		finally {
			this.lock.unlock();
		}
		wakeUps.forEach(Runnable::run);
	}

	private void wake(String name) {
		List<Runnable> wakeUps = List.of();
		this.lock.lock();
		try {
			Channel channel = this.channels.get(name);
			wakeUps = (channel != null) ? List.copyOf(channel.wakeUps) : wakeUps;
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
				wakeUps = this.channels.values().stream().flatMap((channel) -> channel.interrupt(lost)).toList();
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

	/**
	 * One channel, and who is to be woken by it. Guarded by the lock.
	 */
	private static final class Channel {

		private final Set<Runnable> wakeUps = new HashSet<>();

		private @Nullable Connection subscribedOn;

		private volatile CompletableFuture<Boolean> confirmed = new CompletableFuture<>();

		java.util.stream.Stream<Runnable> interrupt(boolean lost) {
			this.confirmed.complete(false);
			this.confirmed = lost ? CompletableFuture.completedFuture(false) : new CompletableFuture<>();
			this.subscribedOn = lost ? null : this.subscribedOn;
			return this.wakeUps.stream();
		}

		boolean awaitConfirmation() {
			try {
				return this.confirmed.get(CONFIRMATION_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (TimeoutException | ExecutionException ex) {
				return false;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

	}

	/**
	 * The connection on which messages are heard now, or were before.
	 */
	private final class Connection implements SubscriptionListener {

		private @Nullable RedisSubscriptions subscriptions;

		RedisSubscriptions subscriptions() {
			return java.util.Objects.requireNonNull(this.subscriptions);
		}

		@Override
		public void subscribed(String channel) {
			confirmed(this, channel);
		}

		@Override
		public void message(String channel) {
			wake(channel);
		}

		@Override
		public void interrupted(Throwable cause, boolean closed) {
			RedisWakeUps.this.interrupted(this, cause, closed);
		}

	}

}
