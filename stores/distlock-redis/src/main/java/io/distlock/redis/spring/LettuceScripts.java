/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis.spring;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

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
		CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
		RedisFuture<List<Object>> sent = evalSha(commands, call);
		sent.whenComplete((values, failure) -> {
			if (failure != null && RedisErrors.isScriptMissing(failure)) {
				eval(commands, call).whenComplete((again, other) -> complete(reply, call, again, other));
			}
			else {
				complete(reply, call, values, failure);
			}
		});
		return RedisReplies.cancelling(reply, sent);
	}

	private static void complete(CompletableFuture<ScriptReply> reply, ScriptCall call, @Nullable List<Object> values,
			@Nullable Throwable failure) {
		try {
			if (failure != null) {
				throw failure;
			}
			reply.complete(RedisReplies.of(values));
		}
		catch (Throwable ex) {
			reply.completeExceptionally(RedisErrors.failed(call.purpose(), Outcome.UNKNOWN, RedisReplies.cause(ex)));
		}
	}

	static RedisFuture<List<Object>> evalSha(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		return commands.evalsha(call.script().sha1(), ScriptOutputType.MULTI, RedisReplies.bytes(call.keys()),
				RedisReplies.bytes(call.arguments()));
	}

	static RedisFuture<List<Object>> eval(RedisClusterAsyncCommands<byte[], byte[]> commands, ScriptCall call) {
		return commands.eval(call.script().text(), ScriptOutputType.MULTI, RedisReplies.bytes(call.keys()),
				RedisReplies.bytes(call.arguments()));
	}

}
