// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;

/**
 * Scripts in flight to one master, followed by a request for the acknowledgements of
 * their writes. A server knows only the writes of the same connection: after a reconnect,
 * the request would be answered as if there were no writes.
 */
final class AcknowledgedScripts implements RedisConnectionStateListener {

	private final StatefulRedisConnection<byte[], byte[]> connection;

	private final List<ScriptCall> calls;

	private final ReplicaSettings wanted;

	private final List<RedisFuture<ScriptReply>> sent;

	// A connection that is silent is noticed by the time limit of its requests, which
	// includes that of the replicas.
	private final AtomicLong silentSince = new AtomicLong();

	private final CompletionStage<List<Object>> acknowledged;

	private volatile boolean lost;

	private AcknowledgedScripts(StatefulRedisConnection<byte[], byte[]> connection, List<ScriptCall> calls,
			ReplicaSettings wanted) {
		this.connection = connection;
		this.calls = calls;
		this.wanted = wanted;
		connection.addListener(this);
		this.sent = new CopyOnWriteArrayList<>(calls.stream().map((call) -> send(call, false)).toList());
		this.acknowledged = askReplicas();
	}

	// Send scripts to the masters of their keys, those of one master together, on
	// connections that nothing else asks on.
	static List<CompletableFuture<ScriptReply>> send(StatefulRedisClusterConnection<byte[], byte[]> cluster,
			List<ScriptCall> calls, ReplicaSettings wanted) {
		return ScriptCall.grouped(calls, (call) -> master(cluster, call),
				(master, some) -> master.isEmpty() ? ScriptCall.failed(some, AcknowledgedScripts::unserved)
						: send(CompletableFuture.completedFuture(master).thenCompose(cluster::getConnectionAsync), some,
								wanted));
	}

	// Returns the id of a master, empty if none is known.
	private static String master(StatefulRedisClusterConnection<byte[], byte[]> cluster, ScriptCall call) {
		RedisClusterNode master = cluster.getPartitions().getMasterBySlot(SlotHash.getSlot(call.keys().get(0)));
		return (master != null) ? master.getNodeId() : "";
	}

	private static LockStoreException unserved(ScriptCall call) {
		return new LockStoreException(
				"Could not %s in Redis: Lettuce knows of no master for it at present".formatted(call.purpose()),
				Outcome.TRANSIENT, null);
	}

	// Send scripts to one master, and ask once who has the writes of all, on a connection
	// on which to wait holds nothing up.
	static List<CompletableFuture<ScriptReply>> send(
			CompletionStage<StatefulRedisConnection<byte[], byte[]>> connection, List<ScriptCall> calls,
			ReplicaSettings wanted) {
		CompletableFuture<AcknowledgedScripts> all = connection
			.thenApply((connected) -> new AcknowledgedScripts(connected, calls, wanted))
			.toCompletableFuture();
		return IntStream.range(0, calls.size()).mapToObj((position) -> {
			CompletableFuture<ScriptReply> reply = all.thenCompose((scripts) -> scripts.reply(position))
				.exceptionallyCompose((failure) -> CompletableFuture
					.failedFuture(RedisErrors.unacknowledged(calls.get(position), RedisReplies.cause(failure))));
			reply.whenComplete((done, failure) -> {
				if (RedisReplies.isGivenUp(failure)) {
					all.thenAccept((scripts) -> scripts.sent.get(position).cancel(true));
				}
			});
			return reply;
		}).toList();
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> disconnected) {
		this.lost = true;
	}

	private RedisFuture<ScriptReply> send(ScriptCall call, boolean withText) {
		return LettuceScript.send(this.connection.async(), call, withText, this.silentSince);
	}

	private CompletionStage<ScriptReply> reply(int position) {
		ScriptCall call = this.calls.get(position);
		return RedisReplies.loaded(checked(call, this.sent.get(position), this.acknowledged), () -> {
			this.connection.addListener(this);
			RedisFuture<ScriptReply> again = send(call, true);
			this.sent.set(position, again);
			return checked(call, again, askReplicas());
		});
	}

	private CompletionStage<ScriptReply> checked(ScriptCall call, CompletionStage<ScriptReply> answer,
			CompletionStage<List<Object>> acknowledged) {
		return answer.thenCompose((reply) -> acknowledged.thenApply((counts) -> {
			if (this.lost) {
				throw new IllegalStateException("The connection was lost before the replicas acknowledged it");
			}
			return call.checked(this.wanted, reply, RedisReplies.of(counts));
		}));
	}

	private CompletionStage<List<Object>> askReplicas() {
		CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
		this.wanted.arguments().forEach(arguments::add);
		return this.connection.async()
			.dispatch(new Keyword(this.wanted.command()), new ArrayOutput<>(ByteArrayCodec.INSTANCE), arguments)
			.whenComplete((answer, failure) -> this.connection.removeListener(this));
	}

	private record Keyword(String name) implements ProtocolKeyword {

		@Override
		public byte[] getBytes() {
			return RedisReplies.bytes(this.name);
		}

	}

}
