// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.connection.Openings;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Gets connections, and keeps those that are used by one caller at a time: to open
 * another for each use would cost more than the use.
 * <p>
 * Lettuce waits for ten seconds until a server accepts a connection, and for a minute
 * until it greets. No caller does: its request fails sooner, and was not sent. The first
 * connection has more time, since a process that has just started is slow itself.
 */
final class Connections implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Connections.class);

	private static final Duration FIRST = Duration.ofSeconds(30);

	private final ConcurrentLinkedDeque<RedisConnection> idle = new ConcurrentLinkedDeque<>();

	private final RedisConnectionFactory factory;

	private final boolean slow;

	private final Openings<RedisConnection> openings = openings(RedisConnection::getNativeConnection);

	private final Openings<RedisConnection> openingsAlone = openings(Connections::connectAlone);

	private final Runnable shutdown;

	private volatile @Nullable Boolean cluster;

	private final ReentrantLock keeping = new ReentrantLock();

	private volatile @Nullable RedisConnection kept;

	// Whether there was a connection.
	private volatile boolean connected;

	private volatile boolean closed;

	// A client that is slow may wait longer for a connection than a caller may.
	Connections(RedisConnectionFactory factory, boolean slow, Runnable shutdown) {
		this.factory = factory;
		this.slow = slow;
		this.shutdown = shutdown;
	}

	private RedisConnection open(Supplier<String> purpose, Openings<RedisConnection> openings) {
		try {
			RedisConnection connection = this.slow ? openings.open(this.connected ? RedisReplies.TIMEOUT : FIRST)
					: this.factory.getConnection();
			this.connected = true;
			return connection;
		}
		catch (ExecutionException ex) {
			throw failed(purpose, Objects.requireNonNull(ex.getCause()));
		}
		catch (RuntimeException | TimeoutException ex) {
			throw failed(purpose, ex);
		}
	}

	private static LockStoreException failed(Supplier<String> purpose, Throwable cause) {
		Outcome outcome = (cause instanceof IllegalStateException) ? Outcome.PERMANENT : Outcome.TRANSIENT;
		return RedisErrors.failed(purpose.get(), outcome, cause);
	}

	private Openings<RedisConnection> openings(Consumer<RedisConnection> connect) {
		return new Openings<>("distlock-redis-connect-", () -> opened(connect), Connections::close);
	}

	private RedisConnection opened(Consumer<RedisConnection> connect) {
		RedisConnection connection = this.factory.getConnection();
		try {
			connect.accept(connection);
			return connection;
		}
		catch (RuntimeException | Error ex) {
			close(connection);
			throw ex;
		}
	}

	<T> T use(Supplier<String> purpose, Function<RedisConnection, T> work) {
		RedisConnection connection = open(purpose, this.openings);
		try {
			return work.apply(connection);
		}
		finally {
			close(connection);
		}
	}

	// In pipelining mode, and used by no other code. Those that are of no use any more
	// are dropped.
	RedisConnection borrow(Supplier<String> purpose, Predicate<RedisConnection> usable) {
		RedisConnection kept = this.idle.pollFirst();
		while (kept != null && !usable.test(kept)) {
			close(kept);
			kept = this.idle.pollFirst();
		}
		return (kept != null) ? kept : open(purpose, this.openingsAlone);
	}

	private static void connectAlone(RedisConnection connection) {
		connection.openPipeline();
		connection.getNativeConnection();
	}

	// Returns a connection that is never given back, so that it is there when others
	// cannot be opened. Several callers use it at a time.
	RedisConnection kept(Supplier<String> purpose, Predicate<RedisConnection> usable) {
		this.keeping.lock();
		try {
			RedisConnection known = this.kept;
			if (known == null || known.isClosed() || !usable.test(known)) {
				known = borrow(purpose, usable);
				this.kept = known;
			}
			return known;
		}
		finally {
			this.keeping.unlock();
		}
	}

	void giveBack(RedisConnection connection, boolean usable) {
		if (usable && !this.closed) {
			this.idle.addFirst(connection);
		}
		else {
			close(connection);
		}
	}

	boolean isCluster() {
		Boolean known = this.cluster;
		if (known == null) {
			known = use(() -> "ask for the topology", RedisClusterConnection.class::isInstance);
			this.cluster = known;
		}
		return known;
	}

	@Override
	public void close() {
		this.closed = true;
		RedisConnection last = this.kept;
		if (last != null) {
			close(last);
		}
		for (RedisConnection next = this.idle.pollFirst(); next != null; next = this.idle.pollFirst()) {
			close(next);
		}
		this.shutdown.run();
	}

	static void close(RedisConnection connection) {
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not close a connection to Redis", ex);
		}
	}

}
