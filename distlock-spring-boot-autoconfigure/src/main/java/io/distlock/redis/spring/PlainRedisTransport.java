package io.distlock.redis.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.AcknowledgedReply;
import io.distlock.redis.Acknowledgement;
import io.distlock.redis.KeyScan;
import io.distlock.redis.RedisErrors;
import io.distlock.redis.RedisReplies;
import io.distlock.redis.RedisSubscriptions;
import io.distlock.redis.RedisTransport;
import io.distlock.redis.ScannedKeys;
import io.distlock.redis.ScriptCall;
import io.distlock.redis.ScriptReply;
import io.distlock.redis.SubscriptionListener;
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
final class PlainRedisTransport implements RedisTransport {

	private static final int SENDERS = 4;

	/**
	 * Without a pattern: a cursor that looks for rare keys comes back when it has found
	 * one, which may be never.
	 */
	private static final ScanOptions ALL_KEYS = ScanOptions.scanOptions().count(1000).build();

	private final Connections connections;

	private final RedisConnectionFactory factory;

	private final ThreadPoolExecutor senders = new ThreadPoolExecutor(SENDERS, SENDERS, 10, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(), PlainRedisTransport::senderThread);

	PlainRedisTransport(RedisConnectionFactory factory) {
		this.factory = factory;
		this.connections = new Connections(factory);
		this.senders.allowCoreThreadTimeOut(true);
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		return using(call.purpose(), (connection) -> RedisReplies.of(run(connection, call)));
	}

	@Override
	public List<ScriptReply> runAll(List<ScriptCall> calls) {
		if (calls.isEmpty()) {
			return List.of();
		}
		if (isCluster()) {
			return calls.stream().map(this::run).toList();
		}
		List<Object> replies = pipeline(calls.get(0).purpose(),
				(connection) -> calls.forEach((call) -> evalSha(connection, call)));
		return (replies != null) ? replies.stream().map(RedisReplies::of).toList()
				: calls.stream().map(this::run).toList();
	}

	@Override
	public CompletionStage<ScriptReply> send(ScriptCall call) {
		try {
			return CompletableFuture.supplyAsync(() -> run(call), this.senders);
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedFuture(RedisErrors.failed(call.purpose(), Outcome.PERMANENT, ex));
		}
	}

	@Override
	public AcknowledgedReply runAcknowledged(ScriptCall call, Acknowledgement wanted) {
		if (isCluster()) {
			throw new LockStoreException(
					"Could not %s in Redis: waiting for replicas in a cluster needs Lettuce or Redisson as the client"
						.formatted(call.purpose()),
					Outcome.PERMANENT, null);
		}
		List<Object> replies = pipeline(call.purpose(), (connection) -> {
			evalSha(connection, call);
			askReplicas(connection, wanted);
		});
		if (replies == null) {
			replies = pipeline(call.purpose(), (connection) -> {
				eval(connection, call);
				askReplicas(connection, wanted);
			});
		}
		if (replies == null) {
			throw new LockStoreException("Could not %s in Redis: the server forgets scripts".formatted(call.purpose()),
					Outcome.TRANSIENT, null);
		}
		return Acknowledgements.reply(RedisReplies.of(replies.get(0)), replies.get(1), wanted);
	}

	@Override
	public RedisSubscriptions subscriptions(SubscriptionListener listener) {
		return ThreadSubscriptions.open(this.factory, listener);
	}

	@Override
	public boolean isCluster() {
		return this.connections.isCluster();
	}

	@Override
	public String info(String section) {
		return using("ask for information", (connection) -> {
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
		return using("list locks", (connection) -> {
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
		this.senders.shutdown();
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

	private <T> T using(String purpose, Function<RedisConnection, T> work) {
		RedisConnection connection = this.connections.open(purpose);
		try {
			return work.apply(connection);
		}
		catch (RuntimeException ex) {
			throw RedisErrors.failed(purpose, Outcome.UNKNOWN, ex);
		}
		finally {
			Connections.close(connection);
		}
	}

	private @Nullable List<Object> pipeline(String purpose, Consumer<RedisConnection> work) {
		RedisConnection connection = this.connections.borrow(purpose);
		boolean usable = false;
		try {
			connection.openPipeline();
			work.accept(connection);
			List<Object> replies = connection.closePipeline();
			usable = true;
			return replies;
		}
		catch (RuntimeException ex) {
			if (RedisErrors.isScriptMissing(ex)) {
				return null;
			}
			throw RedisErrors.failed(purpose, Outcome.UNKNOWN, ex);
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
			.evalSha(call.script().sha1(), ReturnType.MULTI, call.keys().size(), keysAndArguments(call));
	}

	private static @Nullable Object eval(RedisConnection connection, ScriptCall call) {
		return connection.scriptingCommands()
			.eval(RedisReplies.bytes(call.script().text()), ReturnType.MULTI, call.keys().size(),
					keysAndArguments(call));
	}

	private static byte[][] keysAndArguments(ScriptCall call) {
		List<byte[]> all = new ArrayList<>(call.keys().size() + call.arguments().size());
		Collections.addAll(all, RedisReplies.bytes(call.keys()));
		Collections.addAll(all, RedisReplies.bytes(call.arguments()));
		return all.toArray(byte[][]::new);
	}

	private static void askReplicas(RedisConnection connection, Acknowledgement wanted) {
		connection.execute(Acknowledgements.command(wanted), RedisReplies.bytes(Acknowledgements.arguments(wanted)));
	}

	private static Thread senderThread(Runnable task) {
		Thread thread = new Thread(task, "distlock-redis-send");
		thread.setDaemon(true);
		return thread;
	}

}
