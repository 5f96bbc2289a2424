// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.distlock.internal.connection.Openings;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Client of Lettuce with a shared connection for all requests, and dedicated connections
 * for one caller at a time. Used until it is lost or silent, and then closed as a whole:
 * its successor discovers the master, or the masters of a Cluster, again.
 */
final class LettuceLink implements AutoCloseable {

	private static final long MAX_SILENCE_NANOS = RedisReplies.TIMEOUT.toNanos();

	private static final String NO_MASTER = "";

	private final ConcurrentLinkedDeque<RedisConnection> idle = new ConcurrentLinkedDeque<>();

	private final Openings<RedisConnection> openings = new Openings<>("distlock-redis-connect-", this::newConnection,
			Connections::close);

	// Of the masters of a Cluster.
	private final Map<String, AtomicLong> silences = new ConcurrentHashMap<>();

	// When the first request after the last reply was made, zero if there is none.
	private final AtomicLong silentSince = new AtomicLong();

	private final ReentrantLock keeping = new ReentrantLock();

	private final LettuceConnectionFactory factory;

	private final boolean own;

	private final RedisConnection connection;

	private final RedisClusterAsyncCommands<byte[], byte[]> commands;

	private final @Nullable StatefulRedisClusterConnection<byte[], byte[]> cluster;

	private final StatefulConnection<byte[], byte[]> client;

	private final long since = System.nanoTime();

	private volatile @Nullable RedisConnection kept;

	private volatile boolean abandoned;

	private volatile boolean closed;

	// Connects, which may take as long as the options of the factory say.
	LettuceLink(LettuceConnectionFactory factory, boolean own) {
		this.factory = factory;
		this.own = own;
		try {
			if (own) {
				factory.afterPropertiesSet();
				factory.start();
			}
			this.connection = newConnection();
		}
		catch (RuntimeException | Error ex) {
			closeFactory();
			throw ex;
		}
		this.commands = commands(this.connection);
		this.client = client(this.connection);
		this.cluster = (this.client instanceof StatefulRedisClusterConnection<byte[], byte[]> several) ? several : null;
	}

	// In pipelining mode a connection is shared with no other code.
	private RedisConnection newConnection() {
		RedisConnection opened = this.factory.getConnection();
		try {
			opened.openPipeline();
			opened.getNativeConnection();
			return opened;
		}
		catch (RuntimeException | Error ex) {
			Connections.close(opened);
			throw ex;
		}
	}

	LettuceConnectionFactory factory() {
		return this.factory;
	}

	RedisClusterAsyncCommands<byte[], byte[]> commands() {
		return this.commands;
	}

	// Returns whether requests can be sent, to the master of a script if there is one.
	boolean isUsable(@Nullable ScriptCall call) {
		if (this.abandoned || !this.client.isOpen()) {
			return false;
		}
		if (call == null) {
			return true;
		}
		long since = ((this.cluster != null) ? silence(this.cluster, call) : this.silentSince).get();
		if (since != 0 && System.nanoTime() - since >= MAX_SILENCE_NANOS) {
			this.abandoned = true;
			return false;
		}
		return true;
	}

	// Sends a script by its digest or text to the master of its keys.
	RedisFuture<ScriptReply> send(ScriptCall call, boolean withText) {
		return LettuceScript.send(this.commands, call, withText,
				(this.cluster != null) ? silence(this.cluster, call) : this.silentSince);
	}

	private AtomicLong silence(StatefulRedisClusterConnection<byte[], byte[]> several, ScriptCall call) {
		RedisClusterNode master = several.getPartitions().getMasterBySlot(SlotHash.getSlot(call.keys().get(0)));
		return this.silences.computeIfAbsent((master != null) ? master.getNodeId() : NO_MASTER,
				(missing) -> new AtomicLong());
	}

	// Look for the master anew before the next request, unless this was just done.
	void suspect() {
		if (System.nanoTime() - this.since >= MAX_SILENCE_NANOS) {
			this.abandoned = true;
		}
	}

	RedisConnection borrow(Supplier<String> purpose) {
		RedisConnection known = this.idle.pollFirst();
		while (known != null && !isUsable(known)) {
			Connections.close(known);
			known = this.idle.pollFirst();
		}
		return (known != null) ? known : open(purpose);
	}

	void giveBack(RedisConnection borrowed, boolean usable) {
		if (usable && !this.closed) {
			this.idle.addFirst(borrowed);
		}
		else {
			Connections.close(borrowed);
		}
	}

	// Returns a connection that is not given back, so that it is there when others cannot
	// be opened. Several callers use it at a time.
	RedisConnection kept(Supplier<String> purpose) {
		this.keeping.lock();
		try {
			RedisConnection known = this.kept;
			if (known == null || known.isClosed() || !isUsable(known)) {
				known = borrow(purpose);
				this.kept = known;
			}
			return known;
		}
		finally {
			this.keeping.unlock();
		}
	}

	private RedisConnection open(Supplier<String> purpose) {
		try {
			return this.openings.open(RedisReplies.TIMEOUT);
		}
		catch (ExecutionException ex) {
			throw Connections.failed(purpose, (ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (TimeoutException ex) {
			throw Connections.failed(purpose, ex);
		}
	}

	@Override
	public void close() {
		this.abandoned = true;
		this.closed = true;
		RedisConnection last = this.kept;
		if (last != null) {
			closeOnce(last);
		}
		for (RedisConnection next = this.idle.pollFirst(); next != null; next = this.idle.pollFirst()) {
			closeOnce(next);
		}
		closeOnce(this.connection);
		closeFactory();
	}

	// Lettuce warns of a connection that a stopped factory has closed.
	private static void closeOnce(RedisConnection connection) {
		if (!connection.isClosed() && !isClosed(client(connection))) {
			Connections.close(connection);
		}
	}

	// Returns whether a connection was closed for good, and not lost.
	static boolean isClosed(StatefulConnection<byte[], byte[]> client) {
		return client instanceof RedisChannelHandler<?, ?> handler && handler.isClosed();
	}

	private void closeFactory() {
		if (this.own) {
			this.factory.destroy();
		}
	}

	@SuppressWarnings("unchecked")
	private static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	static StatefulConnection<byte[], byte[]> client(RedisConnection connection) {
		return (commands(connection) instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> several)
				? several.getStatefulConnection()
				: ((RedisAsyncCommands<byte[], byte[]>) commands(connection)).getStatefulConnection();
	}

	// A factory closes its connections for good when the context of the application is
	// stopped or paused.
	private static boolean isUsable(RedisConnection connection) {
		StatefulConnection<byte[], byte[]> client = client(connection);
		return client.isOpen() && !isClosed(client);
	}

}
