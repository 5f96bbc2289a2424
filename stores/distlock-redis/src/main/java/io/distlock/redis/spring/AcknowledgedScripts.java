// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.redis.transport.Acknowledgements;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;

/**
 * Scripts on their way to one master, followed by the question who has their writes. A
 * server knows the writes of a connection only: what is asked again on another one, after
 * this one was lost, is answered as if there had been none.
 */
final class AcknowledgedScripts implements RedisConnectionStateListener {

	private final StatefulRedisConnection<byte[], byte[]> connection;

	private final List<ScriptCall> calls;

	private final ReplicaSettings wanted;

	private final List<RedisFuture<ScriptReply>> sent;

	private final CompletionStage<Object> acknowledged;

	private volatile boolean lost;

	AcknowledgedScripts(StatefulRedisConnection<byte[], byte[]> connection, List<ScriptCall> calls,
			ReplicaSettings wanted) {
		this.connection = connection;
		this.calls = calls;
		this.wanted = wanted;
		connection.addListener(this);
		this.sent = calls.stream().map((call) -> LettuceScripts.evalSha(connection.async(), call)).toList();
		this.acknowledged = askReplicas();
	}

	@Override
	public void onRedisDisconnected(RedisChannelHandler<?, ?> disconnected) {
		this.lost = true;
	}

	/**
	 * Return what a script returns, if enough have it.
	 * @param position the position of the script
	 * @return the reply
	 */
	CompletionStage<ScriptReply> reply(int position) {
		ScriptCall call = this.calls.get(position);
		return this.sent.get(position).handle((answer, failure) -> {
			if (failure == null) {
				return checked(call, answer, this.acknowledged);
			}
			return RedisErrors.isScriptMissing(failure) ? evaluated(call)
					: CompletableFuture.<ScriptReply>failedStage(failure);
		}).thenCompose((reply) -> reply);
	}

	void cancel(int position) {
		this.sent.get(position).cancel(true);
	}

	private CompletionStage<ScriptReply> evaluated(ScriptCall call) {
		this.connection.addListener(this);
		CompletionStage<ScriptReply> again = LettuceScripts.eval(this.connection.async(), call);
		CompletionStage<Object> counts = askReplicas();
		return again.thenCompose((answer) -> checked(call, answer, counts));
	}

	private CompletionStage<ScriptReply> checked(ScriptCall call, ScriptReply answer,
			CompletionStage<Object> acknowledged) {
		return acknowledged.thenApply((counts) -> {
			if (this.lost) {
				throw new IllegalStateException("The connection was lost before the replicas acknowledged it");
			}
			return Acknowledgements.checked(call, answer, counts, this.wanted);
		});
	}

	private CompletionStage<Object> askReplicas() {
		CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
		Acknowledgements.arguments(this.wanted).forEach(arguments::add);
		return this.connection.async()
			.dispatch(new Keyword(Acknowledgements.command(this.wanted)), new ArrayOutput<>(ByteArrayCodec.INSTANCE),
					arguments)
			.whenComplete((answer, failure) -> this.connection.removeListener(this))
			.thenApply((answer) -> (answer.size() == 1) ? answer.get(0) : answer);
	}

	private record Keyword(String name) implements ProtocolKeyword {

		@Override
		public byte[] getBytes() {
			return RedisReplies.bytes(this.name);
		}

	}

}
