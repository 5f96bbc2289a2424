package io.distlock.redis.spring;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.AcknowledgedReply;
import io.distlock.redis.Acknowledgement;
import io.distlock.redis.RedisErrors;
import io.distlock.redis.RedisReplies;
import io.distlock.redis.RedisSubscriptions;
import io.distlock.redis.RedisTransport;
import io.distlock.redis.ScriptCall;
import io.distlock.redis.ScriptReply;
import io.distlock.redis.SubscriptionListener;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Uses the asynchronous commands of Lettuce, on the connection that the application's
 * threads share: what is sent at once goes in one round trip.
 */
final class LettuceRedisTransport implements RedisTransport {

	private final Connections connections;

	private final RedisConnectionFactory factory;

	LettuceRedisTransport(RedisConnectionFactory factory) {
		this.factory = factory;
		this.connections = new Connections(factory);
	}

	static boolean supports(RedisConnectionFactory factory) {
		return factory instanceof LettuceConnectionFactory;
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		return RedisReplies.await(send(call).toCompletableFuture(), call.purpose());
	}

	@Override
	public List<ScriptReply> runAll(List<ScriptCall> calls) {
		List<CompletableFuture<ScriptReply>> sent = calls.stream()
			.map((call) -> send(call).toCompletableFuture())
			.toList();
		if (!sent.isEmpty()) {
			RedisReplies.await(CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)), calls.get(0).purpose());
		}
		return sent.stream().map(CompletableFuture::join).toList();
	}

	@Override
	public CompletionStage<ScriptReply> send(ScriptCall call) {
		RedisConnection connection = this.connections.open(call.purpose());
		try {
			RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
			checkConnected(commands, call);
			return send(commands, call).whenComplete((reply, failure) -> Connections.close(connection));
		}
		catch (RuntimeException ex) {
			Connections.close(connection);
			throw RedisErrors.failed(call.purpose(), Outcome.TRANSIENT, ex);
		}
	}

	@Override
	public AcknowledgedReply runAcknowledged(ScriptCall call, Acknowledgement wanted) {
		RedisConnection connection = this.connections.borrow(call.purpose());
		boolean usable = false;
		try {
			if (!connection.isPipelined()) {
				connection.openPipeline();
			}
			RedisClusterAsyncCommands<byte[], byte[]> commands = ofMaster(commands(connection), call);
			AcknowledgedReply reply = runAcknowledged(commands, call, wanted);
			usable = true;
			return reply;
		}
		catch (RuntimeException ex) {
			throw RedisErrors.failed(call.purpose(), Outcome.UNKNOWN, ex);
		}
		finally {
			this.connections.giveBack(connection, usable);
		}
	}

	@Override
	public RedisSubscriptions subscriptions(SubscriptionListener listener) {
		return LettuceSubscriptions.open(this.factory, listener);
	}

	@Override
	public boolean isCluster() {
		return this.connections.isCluster();
	}

	@Override
	public String info(String section) {
		RedisConnection connection = this.connections.open("ask for information");
		try {
			return RedisReplies.await(commands(connection).info(section), "ask for information");
		}
		finally {
			Connections.close(connection);
		}
	}

	@Override
	public List<String> scan(String pattern, int limit) {
		RedisConnection connection = this.connections.open("list locks");
		try {
			RedisClusterAsyncCommands<byte[], byte[]> commands = commands(connection);
			ScanArgs arguments = ScanArgs.Builder.limit(1000).match(pattern);
			Set<String> found = new LinkedHashSet<>();
			KeyScanCursor<byte[]> cursor = RedisReplies.await(commands.scan(arguments), "list locks");
			collect(cursor, found);
			while (!cursor.isFinished() && found.size() < limit) {
				cursor = RedisReplies.await(commands.scan(cursor, arguments), "list locks");
				collect(cursor, found);
			}
			return found.stream().limit(limit).toList();
		}
		finally {
			Connections.close(connection);
		}
	}

	@Override
	public void close() {
		this.connections.close();
	}

	private static void collect(KeyScanCursor<byte[]> cursor, Set<String> found) {
		cursor.getKeys().forEach((key) -> found.add(RedisReplies.text(key)));
	}

	@SuppressWarnings("unchecked")
	private static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
		return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
	}

	// Otherwise Lettuce would keep the request, and send it when it is connected again.
	private static void checkConnected(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		if (commands instanceof RedisAsyncCommands<?, ?> single && !single.getStatefulConnection().isOpen()) {
			throw new LockStoreException(
					"Could not %s in Redis: the connection is down and being reestablished".formatted(call.purpose()),
					Outcome.TRANSIENT, null);
		}
	}

	private static CompletionStage<ScriptReply> send(RedisClusterAsyncCommands<byte[], byte[]> commands,
			ScriptCall call) {
		RedisFuture<List<Object>> sent = evalSha(commands, call);
		return sent.handle((reply, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedStage(RedisReplies.of(reply));
			}
			if (RedisErrors.isScriptMissing(failure)) {
				return eval(commands, call).thenApply(RedisReplies::of);
			}
			return CompletableFuture.<ScriptReply>failedStage(failure);
		}).thenCompose((stage) -> stage).exceptionallyCompose((failure) -> {
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			return CompletableFuture.failedStage(RedisErrors.failed(call.purpose(), Outcome.UNKNOWN, cause));
		});
	}

	private static AcknowledgedReply runAcknowledged(RedisClusterAsyncCommands<byte[], byte[]> commands,
			ScriptCall call, Acknowledgement wanted) {
		RedisFuture<List<Object>> sent = evalSha(commands, call);
		RedisFuture<List<Object>> acknowledged = askReplicas(commands, wanted);
		java.time.Duration timeout = RedisReplies.TIMEOUT.plus(wanted.timeout());
		try {
			ScriptReply reply = RedisReplies.of(RedisReplies.await(sent, call.purpose(), timeout));
			return Acknowledgements.reply(reply, answer(RedisReplies.await(acknowledged, call.purpose(), timeout)),
					wanted);
		}
		catch (LockStoreException ex) {
			if (!RedisErrors.isScriptMissing(ex)) {
				throw ex;
			}
		}
		RedisReplies.await(acknowledged, call.purpose(), timeout);
		sent = eval(commands, call);
		acknowledged = askReplicas(commands, wanted);
		ScriptReply reply = RedisReplies.of(RedisReplies.await(sent, call.purpose(), timeout));
		return Acknowledgements.reply(reply, answer(RedisReplies.await(acknowledged, call.purpose(), timeout)), wanted);
	}

	private static Object answer(List<Object> answer) {
		return (answer.size() == 1) ? answer.get(0) : answer;
	}

	private static RedisFuture<List<Object>> evalSha(RedisClusterAsyncCommands<byte[], byte[]> commands,
			ScriptCall call) {
		return commands.evalsha(call.script().sha1(), ScriptOutputType.MULTI, RedisReplies.bytes(call.keys()),
				RedisReplies.bytes(call.arguments()));
	}

	private static RedisFuture<List<Object>> eval(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		return commands.eval(call.script().text(), ScriptOutputType.MULTI, RedisReplies.bytes(call.keys()),
				RedisReplies.bytes(call.arguments()));
	}

	private static RedisFuture<List<Object>> askReplicas(RedisClusterAsyncCommands<byte[], byte[]> commands,
			Acknowledgement wanted) {
		CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
		Acknowledgements.arguments(wanted).forEach(arguments::add);
		return commands.dispatch(new Keyword(Acknowledgements.command(wanted)),
				new ArrayOutput<>(ByteArrayCodec.INSTANCE), arguments);
	}

	/**
	 * Return commands that all go to the master of the keys, on one connection.
	 */
	private static RedisClusterAsyncCommands<byte[], byte[]> ofMaster(
			RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		if (commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster) {
			int slot = SlotHash.getSlot(call.keys().get(0));
			return cluster
				.getConnection(cluster.getStatefulConnection().getPartitions().getPartitionBySlot(slot).getNodeId());
		}
		return commands;
	}

	private record Keyword(String name) implements ProtocolKeyword {

		@Override
		public byte[] getBytes() {
			return RedisReplies.bytes(this.name);
		}

	}

}
