// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts by the asynchronous commands of Lettuce.
 */
final class LettuceScripts {

	private LettuceScripts() {
	}

	/**
	 * Run a script, without any hand-over but the client's own.
	 * @param commands where to
	 * @param call the script
	 * @return what the script returned
	 * @throws LockStoreException if there was no answer, or it was an error
	 */
	static ScriptReply run(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		try {
			return RedisReplies.await(evalSha(commands, call), call::purpose);
		}
		catch (LockStoreException ex) {
			if (ex.getCause() == null || !RedisErrors.isScriptMissing(ex.getCause())) {
				throw ex;
			}
			return RedisReplies.await(eval(commands, call), call::purpose);
		}
	}

	/**
	 * Send a script without waiting for it.
	 * @param commands where to
	 * @param call the script
	 * @return what the script returns
	 */
	static CompletableFuture<ScriptReply> send(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
		RedisFuture<ScriptReply> sent = evalSha(commands, call);
		sent.whenComplete((answer, failure) -> {
			if (failure != null && RedisErrors.isScriptMissing(failure)) {
				eval(commands, call).whenComplete((again, other) -> complete(reply, call, again, other));
			}
			else {
				complete(reply, call, answer, failure);
			}
		});
		return RedisReplies.cancelling(reply, sent);
	}

	private static void complete(CompletableFuture<ScriptReply> reply, ScriptCall call, ScriptReply answer,
			@Nullable Throwable failure) {
		if (failure == null) {
			reply.complete(answer);
		}
		else {
			reply.completeExceptionally(
					RedisErrors.failed(call.purpose(), Outcome.UNKNOWN, RedisReplies.cause(failure)));
		}
	}

	static RedisFuture<ScriptReply> evalSha(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		return commands.dispatch(CommandType.EVALSHA, new ScriptOutput(),
				new ScriptArguments(call.script().sha1(), call));
	}

	static RedisFuture<ScriptReply> eval(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		return commands.dispatch(CommandType.EVAL, new ScriptOutput(), new ScriptArguments(call.script().text(), call));
	}

}
