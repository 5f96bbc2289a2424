package io.distlock.redis.redisson;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

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
import io.distlock.redis.ShardedSubscriptions;
import io.distlock.redis.SubscriptionListener;
import org.redisson.Redisson;
import org.redisson.api.BatchOptions;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.decoder.ListScanResult;
import org.redisson.client.protocol.decoder.ObjectListReplayDecoder;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandAsyncService;
import org.redisson.command.CommandBatchService;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/**
 * Uses the connections of Redisson below its names and codecs, which other clients do not
 * know of.
 *
 * @since 0.1.0
 */
public final class RedissonTransport implements RedisTransport {

	private static final RedisCommand<List<Object>> EVALSHA = new RedisCommand<>("EVALSHA",
			new ObjectListReplayDecoder<>());

	private static final RedisCommand<List<Object>> EVAL = new RedisCommand<>("EVAL", new ObjectListReplayDecoder<>());

	private static final RedisCommand<Object> INFO = new RedisCommand<>("INFO");

	private final CommandAsyncExecutor executor;

	private final ConnectionManager connections;

	/**
	 * Create a transport.
	 * @param client the application's client, made by {@link Redisson}
	 */
	public RedissonTransport(RedissonClient client) {
		if (!(client instanceof Redisson redisson)) {
			throw new IllegalArgumentException(
					"'client' must be made by Redisson.create, but is a %s".formatted(client.getClass().getName()));
		}
		this.executor = redisson.getCommandExecutor();
		this.connections = ((CommandAsyncService) this.executor).getConnectionManager();
	}

	@Override
	public ScriptReply run(ScriptCall call) {
		return RedisReplies.await(send(call).toCompletableFuture(), call.purpose());
	}

	@Override
	public List<ScriptReply> runAll(List<ScriptCall> calls) {
		if (calls.isEmpty()) {
			return List.of();
		}
		String purpose = calls.get(0).purpose();
		try {
			return runAll(calls, EVALSHA, purpose);
		}
		catch (LockStoreException ex) {
			if (RedisErrors.isScriptMissing(ex)) {
				return runAll(calls, EVAL, purpose);
			}
			throw ex;
		}
	}

	@Override
	public CompletionStage<ScriptReply> send(ScriptCall call) {
		CompletableFuture<List<Object>> sent;
		try {
			sent = send(this.executor, call, EVALSHA).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(RedissonErrors.unconnected(call.purpose(), ex));
		}
		CompletableFuture<ScriptReply> reply = sent.exceptionallyCompose((failure) -> {
			Throwable cause = RedissonErrors.cause(failure);
			return RedisErrors.isScriptMissing(cause) ? send(this.executor, call, EVAL)
					: CompletableFuture.failedStage(cause);
		})
			.thenApply(RedisReplies::of)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedStage(RedissonErrors.failed(call.purpose(), RedissonErrors.cause(failure))));
		return RedisReplies.cancelling(reply, sent);
	}

	@Override
	public AcknowledgedReply runAcknowledged(ScriptCall call, Acknowledgement wanted) {
		try {
			return runAcknowledged(call, EVALSHA, wanted);
		}
		catch (LockStoreException ex) {
			if (RedisErrors.isScriptMissing(ex)) {
				return runAcknowledged(call, EVAL, wanted);
			}
			throw ex;
		}
	}

	@Override
	public RedisSubscriptions subscriptions(SubscriptionListener listener) {
		if (ShardedSubscriptions.isSupported(this)) {
			return new ShardedSubscriptions(new RedissonShards(this.connections), listener);
		}
		return RedissonSubscriptions.open(anyMaster().getClient(), listener);
	}

	@Override
	public boolean isCluster() {
		return this.executor.getServiceManager().getCfg().isClusterConfig();
	}

	@Override
	public String info(String section) {
		return await(this.executor.writeAsync(anyMaster(), StringCodec.INSTANCE, INFO, section), "ask for information")
			.toString();
	}

	@Override
	public ScannedKeys scan(String pattern, int limit, Duration atMost) {
		KeyScan scan = new KeyScan(limit, atMost);
		for (MasterSlaveEntry master : masters()) {
			String position = "0";
			while (!position.isEmpty() && scan.wantsMore()) {
				CompletionStage<ListScanResult<String>> page = this.executor.writeAsync(master, StringCodec.INSTANCE,
						RedisCommands.SCAN, position, "MATCH", pattern, "COUNT", 1000);
				ListScanResult<String> keys = await(page, "list locks");
				scan.add(keys.getValues());
				position = "0".equals(keys.getPos()) ? "" : keys.getPos();
			}
		}
		return scan.keys();
	}

	@Override
	public void close() {
		// The client is the application's, and nothing else was opened.
	}

	private List<ScriptReply> runAll(List<ScriptCall> calls, RedisCommand<List<Object>> command, String purpose) {
		CommandBatchService batch = new CommandBatchService(this.executor, options(Duration.ZERO));
		List<CompletableFuture<List<Object>>> replies = calls.stream()
			.map((call) -> send(batch, call, command).toCompletableFuture())
			.toList();
		await(batch.executeAsync(), purpose);
		return replies.stream().map((reply) -> RedisReplies.of(await(reply, purpose))).toList();
	}

	private AcknowledgedReply runAcknowledged(ScriptCall call, RedisCommand<List<Object>> command,
			Acknowledgement wanted) {
		CommandBatchService batch = new CommandBatchService(this.executor, options(wanted.timeout()));
		CompletionStage<List<Object>> reply = send(batch, call, command);
		String key = call.keys().get(0);
		long millis = Math.max(1, wanted.timeout().toMillis());
		if (wanted.durable()) {
			CompletionStage<List<Integer>> both = batch.writeAsync(key, StringCodec.INSTANCE, RedisCommands.WAITAOF, 1,
					wanted.replicas(), millis);
			execute(batch, call, wanted);
			List<Integer> counts = await(both, call.purpose());
			return new AcknowledgedReply(RedisReplies.of(await(reply, call.purpose())), number(counts.get(1)),
					number(counts.get(0)) >= 1);
		}
		// Redisson looks for this very command in a batch, and counts on what it decodes
		// to.
		CompletionStage<Integer> replicas = batch.writeAsync(key, StringCodec.INSTANCE, RedisCommands.WAIT,
				wanted.replicas(), millis);
		execute(batch, call, wanted);
		return new AcknowledgedReply(RedisReplies.of(await(reply, call.purpose())),
				number(await(replicas, call.purpose())), true);
	}

	private static void execute(CommandBatchService batch, ScriptCall call, Acknowledgement wanted) {
		RedissonErrors.classified(call.purpose(), () -> RedisReplies.await(batch.executeAsync().toCompletableFuture(),
				call.purpose(), RedisReplies.TIMEOUT.plus(wanted.timeout())));
	}

	private static BatchOptions options(Duration more) {
		return BatchOptions.defaults()
			.responseTimeout(RedisReplies.TIMEOUT.plus(more).toMillis(), TimeUnit.MILLISECONDS);
	}

	private static CompletionStage<List<Object>> send(CommandAsyncExecutor executor, ScriptCall call,
			RedisCommand<List<Object>> command) {
		List<Object> parameters = new ArrayList<>(call.keys().size() + call.arguments().size() + 2);
		parameters.add((command == EVAL) ? call.script().text() : call.script().sha1());
		parameters.add(call.keys().size());
		parameters.addAll(call.keys());
		parameters.addAll(call.arguments());
		return executor.writeAsync(call.keys().get(0), StringCodec.INSTANCE, command, parameters.toArray());
	}

	private static <T> T await(CompletionStage<T> answer, String purpose) {
		return RedissonErrors.classified(purpose, () -> RedisReplies.await(answer.toCompletableFuture(), purpose));
	}

	private Collection<MasterSlaveEntry> masters() {
		try {
			return this.connections.getEntrySet();
		}
		catch (RuntimeException ex) {
			throw RedissonErrors.unconnected("connect", ex);
		}
	}

	private MasterSlaveEntry anyMaster() {
		return masters().stream()
			.findFirst()
			.orElseThrow(() -> new LockStoreException("Redisson knows of no master of Redis at present",
					Outcome.TRANSIENT, null));
	}

	private static long number(Object value) {
		return (value instanceof Number number) ? number.longValue() : Long.parseLong(value.toString());
	}

}
