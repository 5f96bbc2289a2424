// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.distlock.redis.transport.Acknowledgements;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import org.redisson.api.BatchOptions;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandBatchService;

/**
 * Scripts for one master, and the question who has their writes, on one connection.
 */
final class AcknowledgedBatch {

	private final CommandAsyncExecutor executor;

	private final List<ScriptCall> calls;

	private final ReplicaSettings wanted;

	AcknowledgedBatch(CommandAsyncExecutor executor, List<ScriptCall> calls, ReplicaSettings wanted) {
		this.executor = executor;
		this.calls = calls;
		this.wanted = wanted;
	}

	Map<ScriptCall, CompletableFuture<ScriptReply>> send() {
		CompletableFuture<Answers> sent = send(RedissonScripts.EVALSHA)
			.exceptionallyCompose((failure) -> RedisErrors.isScriptMissing(RedissonErrors.cause(failure))
					? send(RedissonScripts.EVAL) : CompletableFuture.failedFuture(failure));
		Map<ScriptCall, CompletableFuture<ScriptReply>> replies = new HashMap<>();
		for (int i = 0; i < this.calls.size(); i++) {
			int position = i;
			ScriptCall call = this.calls.get(i);
			replies.put(call,
					sent.thenApply((answers) -> Acknowledgements.checked(call, answers.replies().get(position),
							answers.counts(), this.wanted))
						.exceptionallyCompose((failure) -> CompletableFuture.failedFuture(Acknowledgements.failed(call,
								RedissonErrors.failed(call.purpose(), RedissonErrors.cause(failure))))));
		}
		return replies;
	}

	private CompletableFuture<Answers> send(RedisCommand<Object> command) {
		CommandBatchService batch = new CommandBatchService(this.executor, options());
		List<CompletableFuture<Object>> scripts = this.calls.stream()
			.map((call) -> RedissonScripts.send(batch, call, command).toCompletableFuture())
			.toList();
		CompletableFuture<List<Long>> counts = askReplicas(batch).toCompletableFuture();
		return batch.executeAsync()
			.toCompletableFuture()
			.thenApply((done) -> new Answers(scripts.stream().map((script) -> RedisReplies.of(script.join())).toList(),
					counts.join()));
	}

	// Redisson looks for this very command WAIT in a batch, and counts on what it decodes
	// to.
	private CompletionStage<List<Long>> askReplicas(CommandBatchService batch) {
		String key = this.calls.get(0).keys().get(0);
		long millis = Math.max(1, this.wanted.timeout().toMillis());
		if (this.wanted.durable()) {
			CompletionStage<List<Integer>> both = batch.writeAsync(key, StringCodec.INSTANCE, RedisCommands.WAITAOF, 1,
					this.wanted.ack(), millis);
			return both.thenApply((counts) -> counts.stream().map(AcknowledgedBatch::number).toList());
		}
		CompletionStage<Integer> replicas = batch.writeAsync(key, StringCodec.INSTANCE, RedisCommands.WAIT,
				this.wanted.ack(), millis);
		return replicas.thenApply((count) -> List.of(number(count)));
	}

	private BatchOptions options() {
		Duration timeout = RedisReplies.TIMEOUT.plus(this.wanted.timeout());
		return BatchOptions.defaults().responseTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static Long number(Object value) {
		return Long.valueOf(value.toString());
	}

	/**
	 * What a server has answered.
	 *
	 * @param replies to the scripts
	 * @param counts to the question who has their writes
	 */
	private record Answers(List<ScriptReply> replies, List<Long> counts) {

	}

}
