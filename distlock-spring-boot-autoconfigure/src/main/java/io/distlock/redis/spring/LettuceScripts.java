package io.distlock.redis.spring;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.AcknowledgedReply;
import io.distlock.redis.Acknowledgement;
import io.distlock.redis.RedisErrors;
import io.distlock.redis.RedisReplies;
import io.distlock.redis.ScriptCall;
import io.distlock.redis.ScriptReply;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ArrayOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;

/**
 * Runs scripts by the asynchronous commands of Lettuce.
 */
final class LettuceScripts {

	private LettuceScripts() {
	}

	/**
	 * Send a script without waiting for it.
	 * @param commands where to
	 * @param call the script
	 * @return what the script returns
	 */
	static CompletableFuture<ScriptReply> send(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		RedisFuture<List<Object>> sent = evalSha(commands, call);
		CompletableFuture<ScriptReply> reply = sent.handle((values, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedStage(RedisReplies.of(values));
			}
			if (RedisErrors.isScriptMissing(failure)) {
				return eval(commands, call).thenApply(RedisReplies::of);
			}
			return CompletableFuture.<ScriptReply>failedStage(failure);
		})
			.thenCompose((stage) -> stage)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedStage(RedisErrors.failed(call.purpose(), Outcome.UNKNOWN, cause(failure))))
			.toCompletableFuture();
		return RedisReplies.cancelling(reply, sent);
	}

	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/**
	 * Run a script and ask who has its writes, on the same connection.
	 * @param commands a connection that nobody else uses
	 * @param call the script
	 * @param wanted what to wait for
	 * @return what the script returned, and who has its writes
	 */
	static AcknowledgedReply runAcknowledged(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call,
			Acknowledgement wanted) {
		RedisFuture<List<Object>> sent = evalSha(commands, call);
		RedisFuture<List<Object>> acknowledged = askReplicas(commands, wanted);
		Duration timeout = RedisReplies.TIMEOUT.plus(wanted.timeout());
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

	private record Keyword(String name) implements ProtocolKeyword {

		@Override
		public byte[] getBytes() {
			return RedisReplies.bytes(this.name);
		}

	}

}
