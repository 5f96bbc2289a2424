// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptReply;
import org.jspecify.annotations.Nullable;

/**
 * Concurrent request to several masters, with their answers so far. Used by one thread.
 */
final class QuorumCall {

	private final BlockingQueue<Answer> arriving = new LinkedBlockingQueue<>();

	private final Map<RedlockNode, ScriptReply> replies = new LinkedHashMap<>();

	private final Map<RedlockNode, LockStoreException> failures = new LinkedHashMap<>();

	private final int asked;

	private final long deadline;

	QuorumCall(Collection<RedlockNode> nodes, Function<RedlockNode, CompletionStage<ScriptReply>> question,
			long timeoutNanos) {
		this.asked = nodes.size();
		this.deadline = System.nanoTime() + timeoutNanos;
		nodes.forEach((node) -> question.apply(node)
			.whenComplete((reply, failure) -> this.arriving.add(new Answer(node, reply, failure))));
	}

	// Whether there was one more answer in time.
	boolean awaitNext() {
		Answer answer = (outstanding() > 0) ? Uninterrupted.poll(this.arriving, this.deadline) : null;
		if (answer == null) {
			return false;
		}
		if (answer.reply() != null) {
			this.replies.put(answer.node(), answer.reply());
		}
		else {
			this.failures.put(answer.node(), storeFailure(answer.failure()));
		}
		return true;
	}

	QuorumCall awaitAll() {
		boolean more = true;
		while (more) {
			more = awaitNext();
		}
		return this;
	}

	Map<RedlockNode, ScriptReply> replies() {
		return this.replies;
	}

	Map<RedlockNode, ScriptReply> replies(Predicate<ScriptReply> wanted) {
		return this.replies.entrySet()
			.stream()
			.filter((entry) -> wanted.test(entry.getValue()))
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
	}

	Map<RedlockNode, LockStoreException> failures() {
		return this.failures;
	}

	int count(long first) {
		return (int) this.replies.values().stream().filter((reply) -> reply.number(0) == first).count();
	}

	int outstanding() {
		return this.asked - this.replies.size() - this.failures.size();
	}

	static LockStoreException storeFailure(@Nullable Throwable failure) {
		Throwable cause = (failure != null) ? RedisReplies.cause(failure) : null;
		return (cause instanceof LockStoreException known) ? known
				: new LockStoreException("A master failed to answer", Outcome.UNKNOWN, cause);
	}

	private record Answer(RedlockNode node, @Nullable ScriptReply reply, @Nullable Throwable failure) {

	}

}
