// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.util.PatternMatchUtils;

/**
 * Transport for all clients of Spring Data Redis, such as Jedis: uses blocking commands,
 * pipelines, and a listening thread.
 * <p>
 * Each connection is taken from the application's factory and returned after use, except
 * for the listening connection. Waiting callers hold no connection, so that they cannot
 * exhaust a pool and prevent renewals; other code of the application can.
 */
final class BlockingRedisTransport implements RedisTransport {

	// Without a pattern: a cursor that looks for rare keys comes back when it has found
	// one, which may be never.
	private static final ScanOptions ALL_KEYS = ScanOptions.scanOptions().count(1000).build();

	private final Connections connections;

	private final RedisConnectionFactory factory;

	private final Senders senders;

	BlockingRedisTransport(RedisConnectionFactory factory, Connections connections) {
		this.factory = factory;
		this.connections = connections;
		this.senders = new Senders(this.connections);
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		this.senders.learn();
		return on(call::purpose, (connection) -> loaded((text) -> RedisReplies.of(evaluate(connection, call, text))),
				(ex) -> RedisErrors.failed(call, Outcome.UNKNOWN, ex));
	}

	@Override
	public ScriptReply runAcknowledged(ScriptCall call, ReplicaSettings wanted) {
		if (isCluster()) {
			throw new LockStoreException(
					"Could not %s in Redis: waiting for replicas in a cluster needs Lettuce or Redisson as the client"
						.formatted(call.purpose()),
					Outcome.PERMANENT, null);
		}
		List<?> replies = on(call::purpose,
				(connection) -> loaded((text) -> acknowledged(connection, call, wanted, text)),
				(ex) -> RedisErrors.unacknowledged(call, ex));
		return call.checked(wanted, RedisReplies.of(replies.get(0)), RedisReplies.of(replies.get(1)));
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		return this.senders.send(call, () -> run(call));
	}

	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		return calls.stream().map((call) -> this.senders.send(call, () -> run(call, wanted))).toList();
	}

	@Override
	public RedisSubscription subscribe(String channel, RedisSubscription.Listener listener) {
		return ThreadSubscription.open(this.factory, channel, listener);
	}

	@Override
	public boolean isCluster() {
		return this.connections.isCluster();
	}

	@Override
	public String info(String section) {
		return using(() -> "ask for information", (connection) -> {
			Properties info = connection.serverCommands().info(section);
			return (info == null) ? ""
					: info.stringPropertyNames()
						.stream()
						.map((name) -> name + ":" + info.getProperty(name))
						.collect(Collectors.joining("\r\n"));
		});
	}

	@Override
	public KeyScan scan(String pattern, int limit, Duration atMost) {
		KeyScan scan = new KeyScan(limit, atMost);
		return using(() -> "list locks", (connection) -> {
			if (connection instanceof RedisClusterConnection cluster) {
				for (RedisClusterNode node : cluster.clusterGetNodes()) {
					if (node.isMaster()) {
						collect(cluster.scan(node, ALL_KEYS), pattern, scan);
					}
				}
			}
			else {
				collect(connection.keyCommands().scan(ALL_KEYS), pattern, scan);
			}
			return scan;
		});
	}

	@Override
	public void close() {
		this.senders.close();
		this.connections.close();
	}

	private static void collect(Cursor<byte[]> cursor, String pattern, KeyScan scan) {
		try (cursor) {
			while (cursor.hasNext() && scan.wantsMore()) {
				String key = RedisReplies.text(cursor.next());
				scan.add(PatternMatchUtils.simpleMatch(pattern, key) ? List.of(key) : List.of());
			}
		}
	}

	// Work on a connection from the factory itself. A RedisTemplate might take the one on
	// which the caller has a transaction, and does not distinguish requests that were not
	// sent from those that were not answered.
	private <T> T using(Supplier<String> purpose, Function<RedisConnection, T> work) {
		return on(purpose, work, (ex) -> RedisErrors.failed(purpose.get(), Outcome.UNKNOWN, ex));
	}

	private <T> T on(Supplier<String> purpose, Function<RedisConnection, T> work,
			Function<RuntimeException, LockStoreException> failed) {
		return this.connections.use(purpose, (connection) -> {
			try {
				return work.apply(connection);
			}
			catch (RuntimeException ex) {
				throw failed.apply(ex);
			}
		});
	}

	// Run a script and ask who has its writes, in one pipeline, and so on one connection
	// also where the client takes another one for each command.
	private static List<?> acknowledged(RedisConnection connection, ScriptCall call, ReplicaSettings wanted,
			boolean text) {
		connection.openPipeline();
		evaluate(connection, call, text);
		connection.execute(wanted.command(),
				wanted.arguments().stream().map(RedisReplies::bytes).toArray(byte[][]::new));
		return connection.closePipeline();
	}

	private static <T> T loaded(Function<Boolean, T> run) {
		try {
			return run.apply(false);
		}
		catch (RuntimeException ex) {
			if (RedisErrors.isScriptMissing(ex)) {
				return run.apply(true);
			}
			throw ex;
		}
	}

	private static @Nullable Object evaluate(RedisConnection connection, ScriptCall call, boolean text) {
		int keys = call.keys().size();
		byte[][] arguments = Stream.concat(call.keys().stream(), call.arguments().stream())
			.map(RedisReplies::bytes)
			.toArray(byte[][]::new);
		RedisScriptingCommands commands = connection.scriptingCommands();
		return text ? commands.eval(RedisReplies.bytes(call.script().text()), ReturnType.VALUE, keys, arguments)
				: commands.evalSha(call.script().digest(), ReturnType.VALUE, keys, arguments);
	}

}
