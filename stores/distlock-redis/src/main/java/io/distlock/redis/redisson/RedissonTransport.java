// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.time.Duration;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScannedKeys;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.transport.ShardedMessages;
import io.distlock.redis.wakeup.SingleMaster;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.decoder.ListScanResult;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandAsyncService;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/**
 * Uses the connections of Redisson below its names and codecs, which other clients do not
 * know of.
 *
 * @since 0.1.0
 */
public final class RedissonTransport implements RedisTransport {

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
	public CompletableFuture<ScriptReply> send(ScriptCall call) {
		CompletableFuture<Object> sent;
		try {
			sent = RedissonScripts.send(this.executor, call, RedissonScripts.EVALSHA).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(RedissonErrors.unconnected(call.purpose(), ex));
		}
		CompletableFuture<ScriptReply> reply = sent.exceptionallyCompose((failure) -> {
			Throwable cause = RedissonErrors.cause(failure);
			return RedisErrors.isScriptMissing(cause) ? RedissonScripts.send(this.executor, call, RedissonScripts.EVAL)
					: CompletableFuture.failedStage(cause);
		})
			.thenApply(RedisReplies::of)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedStage(RedissonErrors.failed(call.purpose(), RedissonErrors.cause(failure))));
		return RedisReplies.cancelling(reply, sent);
	}

	@Override
	public List<CompletableFuture<ScriptReply>> sendAcknowledged(List<ScriptCall> calls, ReplicaSettings wanted) {
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new IdentityHashMap<>();
		calls.stream()
			.collect(Collectors.groupingBy(this::master))
			.values()
			.forEach((some) -> replies.putAll(new AcknowledgedBatch(this.executor, some, wanted).send()));
		return calls.stream().map(replies::get).toList();
	}

	private Object master(ScriptCall call) {
		MasterSlaveEntry master = isCluster() ? this.connections.getEntry(this.connections.calcSlot(call.keys().get(0)))
				: null;
		return (master != null) ? master : "";
	}

	@Override
	public Masters masters() {
		return ShardedMessages.areSupported(this) ? new RedissonShards(this.connections) : new SingleMaster(isCluster(),
				(listener) -> RedissonSubscriptions.open(anyMaster().getClient(), listener));
	}

	@Override
	public boolean isCluster() {
		return this.executor.getServiceManager().getCfg().isClusterConfig();
	}

	@Override
	public String info(String section) {
		return await(this.executor.writeAsync(anyMaster(), StringCodec.INSTANCE, INFO, section),
				() -> "ask for information")
			.toString();
	}

	@Override
	public ScannedKeys scan(String pattern, int limit, Duration atMost) {
		KeyScan scan = new KeyScan(limit, atMost);
		for (MasterSlaveEntry master : entries()) {
			String position = "0";
			while (!position.isEmpty() && scan.wantsMore()) {
				CompletionStage<ListScanResult<String>> page = this.executor.writeAsync(master, StringCodec.INSTANCE,
						RedisCommands.SCAN, position, "MATCH", pattern, "COUNT", 1000);
				ListScanResult<String> keys = await(page, () -> "list locks");
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

	private static <T> T await(CompletionStage<T> answer, Supplier<String> purpose) {
		return RedissonErrors.classified(purpose, () -> RedisReplies.await(answer.toCompletableFuture(), purpose));
	}

	private Collection<MasterSlaveEntry> entries() {
		try {
			return this.connections.getEntrySet();
		}
		catch (RuntimeException ex) {
			throw RedissonErrors.unconnected("connect", ex);
		}
	}

	private MasterSlaveEntry anyMaster() {
		return entries().stream()
			.findFirst()
			.orElseThrow(() -> new LockStoreException("Redisson knows of no master of Redis at present",
					Outcome.TRANSIENT, null));
	}

}
