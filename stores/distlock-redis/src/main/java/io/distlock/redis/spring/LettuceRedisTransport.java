// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscription;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Uses the asynchronous commands of Lettuce, on the connection that the application's
 * threads share: what is sent at once goes in one round trip.
 */
final class LettuceRedisTransport implements RedisTransport {

	private final Connections connections;

	private final LettuceConnectionFactory factory;

	// For connections that the application's threads do not share.
	private final Senders senders;

	private volatile @Nullable Shared shared;

	LettuceRedisTransport(LettuceConnectionFactory factory, Connections connections) {
		this.factory = factory;
		this.connections = connections;
		this.senders = new Senders(connections);
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		RedisClusterAsyncCommands<byte[], byte[]> shared = shared(call);
		if (shared == null) {
			return runAlone(call);
		}
		try {
			return LettuceScript.run(shared, call);
		}
		catch (RuntimeException ex) {
			throw RedisErrors.failed(call.purpose(), Outcome.TRANSIENT, ex);
		}
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		try {
			RedisClusterAsyncCommands<byte[], byte[]> shared = shared(call);
			return (shared != null) ? LettuceScript.send(shared, call) : this.senders.send(call, () -> runAlone(call));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(RedisErrors.failed(call.purpose(), Outcome.TRANSIENT, ex));
		}
	}

	// Run a script on a connection of its own. The factory may have to connect for that,
	// and waits, as no thread of the client may.
	private ScriptReply runAlone(ScriptCall call) {
		return this.connections.use(call::purpose,
				(connection) -> LettuceScript.run(connected(connection, call), call));
	}

	// Returns the commands of the connection that the application's threads share, null
	// if each use is to have a connection from the factory. That is asked again when the
	// connection is down, as it may have been replaced.
	private @Nullable RedisClusterAsyncCommands<byte[], byte[]> shared(ScriptCall call) {
		Shared known = this.shared;
		if (known != null && known.connection.isOpen()) {
			return known.commands;
		}
		if (!this.factory.getShareNativeConnection() || this.factory.getValidateConnection()) {
			return null;
		}
		RedisClusterAsyncCommands<byte[], byte[]> commands = this.connections.use(call::purpose,
				(connection) -> connected(connection, call));
		this.shared = new Shared(commands, connection(commands));
		return commands;
	}

	// On one that is down Lettuce would keep the request, and send it when it is
	// connected again.
	private static RedisClusterAsyncCommands<byte[], byte[]> connected(RedisConnection connection, ScriptCall call) {
		RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
		if (commands instanceof RedisAsyncCommands<?, ?> single && !single.getStatefulConnection().isOpen()) {
			throw new LockStoreException(
					"Could not %s in Redis: the connection is down and being reestablished".formatted(call.purpose()),
					Outcome.TRANSIENT, null);
		}
		return commands;
	}

	@Override
	public ScriptReply run(ScriptCall call, ReplicaSettings wanted) {
		if (!wanted.areRequiredFor(call)) {
			return run(call);
		}
		RedisConnection connection = this.connections.borrow(call::purpose, LettuceRedisTransport::isUsable);
		boolean usable = false;
		try {
			CompletableFuture<ScriptReply> sent = sendAcknowledged(connection, List.of(call), wanted).get(0);
			ScriptReply reply = RedisReplies.await(sent, call::purpose, RedisReplies.TIMEOUT.plus(wanted.timeout()));
			usable = true;
			return reply;
		}
		finally {
			this.connections.giveBack(connection, usable);
		}
	}

	/**
	 * On a connection that is kept for that: to wait for replicas holds up what follows
	 * on the same connection, which may be renewals, but no attempts.
	 */
	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		try {
			return sendAcknowledged(this.connections.kept(calls.get(0)::purpose, LettuceRedisTransport::isUsable),
					calls, wanted);
		}
		catch (LockStoreException ex) {
			return ScriptCall.failed(calls, (call) -> ex);
		}
	}

	private static List<CompletableFuture<ScriptReply>> sendAcknowledged(RedisConnection connection,
			List<ScriptCall> calls, ReplicaSettings wanted) {
		StatefulConnection<byte[], byte[]> own;
		try {
			own = connection(commands(connection));
		}
		catch (RuntimeException ex) {
			// Nothing is sent yet, so whatever fails here is worth another try.
			throw RedisErrors.failed(calls.get(0).purpose(), Outcome.TRANSIENT, ex);
		}
		return (own instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster)
				? AcknowledgedScripts.send(cluster, calls, wanted)
				: AcknowledgedScripts.send(
						CompletableFuture.completedFuture((StatefulRedisConnection<byte[], byte[]>) own), calls,
						wanted);
	}

	@Override
	public RedisSubscription subscribe(String channel, RedisSubscription.Listener listener) {
		return LettuceSubscription.open(this.factory, channel, listener);
	}

	@Override
	public boolean isCluster() {
		return this.connections.isCluster();
	}

	@Override
	public String info(String section) {
		return this.connections.use(() -> "ask for information",
				(connection) -> RedisReplies.await(commands(connection).info(section), () -> "ask for information"));
	}

	@Override
	public KeyScan scan(String pattern, int limit, Duration atMost) {
		return this.connections.use(() -> "list locks", (connection) -> {
			RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
			ScanArgs arguments = ScanArgs.Builder.limit(1000).match(pattern);
			KeyScan scan = new KeyScan(limit, atMost);
			ScanCursor cursor = ScanCursor.INITIAL;
			while (!cursor.isFinished() && scan.wantsMore()) {
				KeyScanCursor<byte[]> page = RedisReplies.await(commands.scan(cursor, arguments), () -> "list locks");
				scan.add(page.getKeys().stream().map(RedisReplies::text).toList());
				cursor = page;
			}
			return scan;
		});
	}

	@Override
	public void close() {
		this.senders.close();
		this.connections.close();
	}

	@SuppressWarnings("unchecked")
	private static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	// The factory closes its connections for good when the context of the application is
	// stopped or paused. Those that are down are restored.
	private static boolean isUsable(RedisConnection connection) {
		return !(connection(commands(connection)) instanceof RedisChannelHandler<?, ?> client && client.isClosed());
	}

	private static StatefulConnection<byte[], byte[]> connection(RedisClusterAsyncCommands<byte[], byte[]> commands) {
		return (commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster)
				? cluster.getStatefulConnection()
				: ((RedisAsyncCommands<byte[], byte[]>) commands).getStatefulConnection();
	}

	/**
	 * The connection that the application's threads share.
	 */
	private record Shared(RedisClusterAsyncCommands<byte[], byte[]> commands,
			StatefulConnection<byte[], byte[]> connection) {

	}

}
