// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RFuture;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * Sends scripts in the names that other clients know: Redisson maps a key that is a text,
 * and leaves one alone that is bytes. It still maps the key by which it picks the master;
 * should that lead it to another one, the server sends it on.
 */
final class RedissonScripts {

	private RedissonScripts() {
	}

	static CompletableFuture<ScriptReply> send(RedissonClient client, ScriptCall call) {
		RScriptAsync scripts = client.getScript(StringCodec.INSTANCE);
		CompletableFuture<Object> sent;
		try {
			sent = evalSha(scripts, call).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(RedissonErrors.unconnected(call.purpose(), ex));
		}
		return RedisReplies.cancelling(RedisReplies.loaded(sent, () -> eval(scripts, call))
			.thenApply(RedisReplies::of)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedStage(RedissonErrors.failed(call.purpose(), RedisReplies.cause(failure)))), sent);
	}

	/**
	 * Send scripts of one slot, and the question who has their writes, on one connection.
	 * They are sent once, and as a transaction. A batch that is sent again, or sent on to
	 * another master, repeats what has failed alone, and with it the question: on a
	 * connection that has written nothing, so that all replicas seem to have everything.
	 * A transaction that is not where its slot is does nothing instead.
	 */
	static Map<ScriptCall, CompletableFuture<ScriptReply>> send(RedissonClient client, List<ScriptCall> calls,
			ReplicaSettings wanted) {
		CompletableFuture<BatchResult<?>> sent = RedisReplies.loaded(
				batch(client, calls, wanted, RedissonScripts::evalSha),
				() -> batch(client, calls, wanted, RedissonScripts::eval));
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new HashMap<>();
		for (int i = 0; i < calls.size(); i++) {
			int position = i;
			ScriptCall call = calls.get(i);
			replies.put(call, sent
				.thenApply((result) -> wanted.checked(call, RedisReplies.of(result.getResponses().get(position)),
						(long) result.getSyncedSlaves()))
				.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(RedisErrors.unacknowledged(call,
						RedissonErrors.failed(call.purpose(), RedisReplies.cause(failure))))));
		}
		return replies;
	}

	private static CompletableFuture<BatchResult<?>> batch(RedissonClient client, List<ScriptCall> calls,
			ReplicaSettings wanted, BiConsumer<RScriptAsync, ScriptCall> command) {
		RBatch batch = client.createBatch(BatchOptions.defaults()
			.executionMode(ExecutionMode.IN_MEMORY_ATOMIC)
			.retryAttempts(0)
			.responseTimeout(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.sync(wanted.ack(), wanted.timeout()));
		RScriptAsync scripts = batch.getScript(StringCodec.INSTANCE);
		calls.forEach((call) -> command.accept(scripts, call));
		return batch.executeAsync().toCompletableFuture();
	}

	private static RFuture<Object> evalSha(RScriptAsync scripts, ScriptCall call) {
		return scripts.evalShaAsync(call.keys().get(0), Mode.READ_WRITE, call.script().sha1(), ReturnType.LIST,
				keys(call), call.arguments().toArray());
	}

	private static RFuture<Object> eval(RScriptAsync scripts, ScriptCall call) {
		return scripts.evalAsync(call.keys().get(0), Mode.READ_WRITE, call.script().text(), ReturnType.LIST, keys(call),
				call.arguments().toArray());
	}

	private static List<Object> keys(ScriptCall call) {
		return call.keys().stream().<Object>map(RedisReplies::bytes).toList();
	}

}
