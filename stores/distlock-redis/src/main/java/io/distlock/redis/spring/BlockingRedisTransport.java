// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.Acknowledgements;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScannedKeys;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptCall.Effect;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.wakeup.SingleMaster;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.util.PatternMatchUtils;

/**
 * Uses what every client of Spring Data Redis can, such as Jedis: commands that block,
 * pipelines on connections of their own, and a thread that listens.
 */
final class BlockingRedisTransport implements RedisTransport {

	/**
	 * Without a pattern: a cursor that looks for rare keys comes back when it has found
	 * one, which may be never.
	 */
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
		return using(call::purpose, (connection) -> RedisReplies.of(run(connection, call)));
	}

	@Override
	public ScriptReply run(ScriptCall call, ReplicaSettings wanted) {
		return (wanted.isRequired() && call.effect() != Effect.NO_LEASE) ? runAcknowledged(call, wanted) : run(call);
	}

	@Override
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		return this.senders.send(call, () -> run(call));
	}

	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		return calls.stream().map((call) -> this.senders.send(call, () -> runAcknowledged(call, wanted))).toList();
	}

	private ScriptReply runAcknowledged(ScriptCall call, ReplicaSettings wanted) {
		if (call.effect() == Effect.NO_LEASE) {
			return run(call);
		}
		if (isCluster()) {
			throw new LockStoreException(
					"Could not %s in Redis: waiting for replicas in a cluster needs Lettuce or Redisson as the client"
						.formatted(call.purpose()),
					Outcome.PERMANENT, null);
		}
		List<Object> replies = acknowledged(call, wanted, BlockingRedisTransport::evalSha);
		if (replies == null) {
			replies = acknowledged(call, wanted, BlockingRedisTransport::eval);
		}
		if (replies == null) {
			throw new LockStoreException("Could not %s in Redis: the server forgets scripts".formatted(call.purpose()),
					Outcome.TRANSIENT, null);
		}
		return Acknowledgements.checked(call, RedisReplies.of(replies.get(0)), replies.get(1), wanted);
	}

	@Override
	public Masters masters() {
		return new SingleMaster(isCluster(), (listener) -> ThreadSubscriptions.open(this.factory, listener));
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
	public ScannedKeys scan(String pattern, int limit, Duration atMost) {
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
			return scan.keys();
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

	private <T> T using(Supplier<String> purpose, Function<RedisConnection, T> work) {
		RedisConnection connection = this.connections.open(purpose);
		try {
			return work.apply(connection);
		}
		catch (RuntimeException ex) {
			throw RedisErrors.failed(purpose.get(), Outcome.UNKNOWN, ex);
		}
		finally {
			Connections.close(connection);
		}
	}

	/**
	 * Run a script and ask who has its writes, in one pipeline.
	 * @return both answers; {@code null} if the server does not know the script
	 */
	private @Nullable List<Object> acknowledged(ScriptCall call, ReplicaSettings wanted,
			BiConsumer<RedisConnection, ScriptCall> script) {
		RedisConnection connection = this.connections.borrow(call::purpose);
		boolean usable = false;
		try {
			connection.openPipeline();
			script.accept(connection, call);
			connection.execute(Acknowledgements.command(wanted),
					RedisReplies.bytes(Acknowledgements.arguments(wanted)));
			List<Object> replies = connection.closePipeline();
			usable = true;
			return replies;
		}
		catch (RuntimeException ex) {
			if (RedisErrors.isScriptMissing(ex)) {
				return null;
			}
			throw Acknowledgements.failed(call, ex);
		}
		finally {
			this.connections.giveBack(connection, usable);
		}
	}

	private static @Nullable Object run(RedisConnection connection, ScriptCall call) {
		try {
			return evalSha(connection, call);
		}
		catch (RuntimeException ex) {
			if (RedisErrors.isScriptMissing(ex)) {
				return eval(connection, call);
			}
			throw ex;
		}
	}

	private static @Nullable Object evalSha(RedisConnection connection, ScriptCall call) {
		return connection.scriptingCommands()
			.evalSha(call.script().sha1(), ReturnType.VALUE, call.keys().size(), keysAndArguments(call));
	}

	private static @Nullable Object eval(RedisConnection connection, ScriptCall call) {
		return connection.scriptingCommands()
			.eval(RedisReplies.bytes(call.script().text()), ReturnType.VALUE, call.keys().size(),
					keysAndArguments(call));
	}

	private static byte[][] keysAndArguments(ScriptCall call) {
		List<byte[]> all = new ArrayList<>(call.keys().size() + call.arguments().size());
		Collections.addAll(all, RedisReplies.bytes(call.keys()));
		Collections.addAll(all, RedisReplies.bytes(call.arguments()));
		return all.toArray(byte[][]::new);
	}

}
