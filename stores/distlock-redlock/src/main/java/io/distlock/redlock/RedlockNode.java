// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptCall.Effect;
import io.distlock.redis.internal.transport.ScriptReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Independent master. Before the first request, the identity of the server is verified,
 * because one server with two addresses would have two votes. No caller waits for a
 * connection to a master, and an unresponsive master is ignored after some time.
 */
final class RedlockNode implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedlockNode.class);

	private static final LockScript IDENTIFY = LockScript.load(RedlockNode.class, "redlock-identify");

	// Not read: clients choose the connection by it.
	private static final List<String> ROUTING_KEY = List.of("distlock:{redlock}");

	private static final int MAX_UNANSWERED = 1024;

	// How far a clock is ahead before the first answer.
	static final long UNKNOWN = Long.MIN_VALUE;

	// How many nanoseconds a master may take to connect, and to identify itself.
	static final long MAX_IDENTIFICATION_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final AtomicReference<Introduction> introduction = new AtomicReference<>();

	private final AtomicBoolean reported = new AtomicBoolean();

	private final AtomicInteger unanswered = new AtomicInteger();

	private final int index;

	private final RedisTransport transport;

	private final Map<String, Integer> nodesByRunId;

	private final Executor connector;

	private volatile long clockAhead = UNKNOWN;

	RedlockNode(int index, RedisTransport transport, Map<String, Integer> nodesByRunId, Executor connector) {
		this.index = index;
		this.transport = transport;
		this.nodesByRunId = nodesByRunId;
		this.connector = connector;
	}

	// Waits for no connection either.
	CompletionStage<ScriptReply> send(ScriptCall call) {
		CompletableFuture<ScriptReply> introduced = introduce();
		if (introduced.isDone() && !introduced.isCompletedExceptionally()) {
			return counted(call);
		}
		return introduced.thenCompose((done) -> counted(call));
	}

	@Override
	public void close() {
		this.transport.close();
	}

	// Asks who the master is, unless that is known or just asked.
	CompletableFuture<ScriptReply> introduce() {
		Introduction known = this.introduction.get();
		if (known != null && !known.done().isCompletedExceptionally()) {
			return known.isOverdue() ? CompletableFuture.failedFuture(away("has not connected yet")) : known.done();
		}
		Introduction fresh = new Introduction(new CompletableFuture<>(), System.nanoTime());
		if (!this.introduction.compareAndSet(known, fresh)) {
			return introduce();
		}
		try {
			CompletableFuture
				.supplyAsync(
						() -> this.transport
							.send(new ScriptCall(IDENTIFY, ROUTING_KEY, List.of(), () -> "identify " + this)),
						this.connector)
				.thenCompose((reply) -> reply)
				.thenApply(this::remembered)
				.whenComplete(fresh::end);
		}
		catch (OutOfMemoryError ex) {
			fresh.end(null, ex);
		}
		return fresh.done();
	}

	private ScriptReply remembered(ScriptReply reply) {
		Integer other = this.nodesByRunId.putIfAbsent(reply.text(0), this.index);
		if (other != null && other != this.index) {
			LockStoreException ex = new LockStoreException(
					("The masters of Redlock must be different servers, but entries %d and %d are the same one "
							+ "(run_id %s): its vote would count twice")
						.formatted(Math.min(this.index, other) + 1, Math.max(this.index, other) + 1, reply.text(0)),
					Outcome.PERMANENT, null);
			// The other masters may be a majority, so that no caller would hear of it.
			if (this.reported.compareAndSet(false, true)) {
				logger.error("Ignoring Redlock {}: {}", this, ex.getMessage());
			}
			throw ex;
		}
		return observed(reply, 1);
	}

	private CompletionStage<ScriptReply> counted(ScriptCall call) {
		if (this.unanswered.get() >= MAX_UNANSWERED) {
			return CompletableFuture.failedFuture(away("does not answer"));
		}
		this.unanswered.incrementAndGet();
		return this.transport.send(call)
			.whenComplete((reply, failure) -> this.unanswered.decrementAndGet())
			.thenApply((reply) -> (call.effect() == Effect.LEASES) ? observed(reply, 2) : reply);
	}

	// What may give a lease answers with the server's clock, too.
	private ScriptReply observed(ScriptReply reply, int clock) {
		this.clockAhead = reply.number(clock) - monotonicMicros();
		return reply;
	}

	// By how many microseconds the server's clock is ahead of the monotonic one.
	long clockAhead() {
		return this.clockAhead;
	}

	static long monotonicMicros() {
		return TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
	}

	private LockStoreException away(String how) {
		return new LockStoreException("Redis %s %s".formatted(this, how), Outcome.TRANSIENT, null);
	}

	@Override
	public String toString() {
		return "node " + (this.index + 1);
	}

	private record Introduction(CompletableFuture<ScriptReply> done, long since) {

		boolean isOverdue() {
			return !this.done.isDone() && System.nanoTime() - this.since > MAX_IDENTIFICATION_NANOS;
		}

		void end(@Nullable ScriptReply reply, @Nullable Throwable failure) {
			if (reply != null) {
				this.done.complete(reply);
			}
			else if (failure != null) {
				this.done.completeExceptionally(failure);
			}
		}

	}

}
