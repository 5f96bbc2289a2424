// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.distlock.redis.transport.Acknowledgements;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.BatchResult;
import org.redisson.api.RBatch;
import org.redisson.api.RScriptAsync;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * Scripts of one slot, and the question who has their writes, on one connection. They are
 * sent once, and as a transaction. A batch that is sent again, or sent on to another
 * master, repeats what has failed alone, and with it the question: on a connection that
 * has written nothing, so that all replicas seem to have everything. A transaction that
 * is not where its slot is does nothing instead.
 */
final class AcknowledgedBatch {

	private final RedissonClient client;

	private final List<ScriptCall> calls;

	private final ReplicaSettings wanted;

	AcknowledgedBatch(RedissonClient client, List<ScriptCall> calls, ReplicaSettings wanted) {
		this.client = client;
		this.calls = calls;
		this.wanted = wanted;
	}

	Map<ScriptCall, CompletableFuture<ScriptReply>> send() {
		CompletableFuture<BatchResult<?>> sent = send(RedissonScripts::evalSha)
			.exceptionallyCompose((failure) -> RedisErrors.isScriptMissing(RedisReplies.cause(failure))
					? send(RedissonScripts::eval) : CompletableFuture.failedFuture(failure));
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new HashMap<>();
		for (int i = 0; i < this.calls.size(); i++) {
			int position = i;
			ScriptCall call = this.calls.get(i);
			replies.put(call,
					sent.thenApply((result) -> checked(call, result, position))
						.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(Acknowledgements.failed(call,
								RedissonErrors.failed(call.purpose(), RedisReplies.cause(failure))))));
		}
		return replies;
	}

	private CompletableFuture<BatchResult<?>> send(BiConsumer<RScriptAsync, ScriptCall> command) {
		RBatch batch = this.client.createBatch(options());
		RScriptAsync scripts = batch.getScript(StringCodec.INSTANCE);
		this.calls.forEach((call) -> command.accept(scripts, call));
		return batch.executeAsync().toCompletableFuture();
	}

	private BatchOptions options() {
		return BatchOptions.defaults()
			.executionMode(ExecutionMode.IN_MEMORY_ATOMIC)
			.retryAttempts(0)
			.responseTimeout(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.sync(this.wanted.ack(), this.wanted.timeout());
	}

	private ScriptReply checked(ScriptCall call, BatchResult<?> result, int position) {
		return Acknowledgements.checked(call, RedisReplies.of(result.getResponses().get(position)),
				(long) result.getSyncedSlaves(), this.wanted);
	}

}
