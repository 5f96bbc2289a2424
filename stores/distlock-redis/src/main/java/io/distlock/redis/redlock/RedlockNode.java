// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.LockScript;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of several independent masters. Before the first request it says which server it
 * is, since one server under two addresses would have two votes. No caller waits for a
 * master to connect, and a master that does not answer is left alone after a while.
 */
final class RedlockNode implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedlockNode.class);

	private static final LockScript IDENTIFY = LockScript.load("redlock-identify");

	// Not read: clients choose the connection by it.
	private static final List<String> ROUTING_KEY = List.of("distlock:{redlock}");

	// Number of values in a reply whose last one is the server's clock.
	private static final int WITH_CLOCK = 3;

	private static final int MOST_UNANSWERED = 1024;

	// How many nanoseconds a master may take to connect, and to identify itself.
	static final long LONGEST_INTRODUCTION = TimeUnit.SECONDS.toNanos(1);

	private final AtomicReference<Introduction> introduction = new AtomicReference<>();

	private final AtomicBoolean reported = new AtomicBoolean();

	private final AtomicInteger unanswered = new AtomicInteger();

	private final int index;

	private final RedisTransport transport;

	private final RedlockServers servers;

	private final ThreadPoolExecutor connector;

	RedlockNode(int index, RedisTransport transport, RedlockServers servers) {
		this.index = index;
		this.transport = transport;
		this.servers = servers;
		this.connector = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				DaemonThreads.named("distlock-redlock-connect-" + (index + 1)));
		this.connector.allowCoreThreadTimeOut(true);
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
		this.connector.shutdownNow();
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
		CompletableFuture
			.supplyAsync(() -> request(new ScriptCall(IDENTIFY, ROUTING_KEY, List.of(), () -> "identify " + this)),
					this.connector)
			.thenCompose((reply) -> reply)
			.thenApply(this::remembered)
			.whenComplete(fresh::end);
		return fresh.done();
	}

	private ScriptReply remembered(ScriptReply reply) {
		try {
			this.servers.register(this.index, reply.text(0));
		}
		catch (LockStoreException ex) {
			tellOnce(ex);
			throw ex;
		}
		this.servers.observeClock(this.index, reply.number(1));
		return reply;
	}

	// The other masters may be a majority, so that no caller would hear of it.
	private void tellOnce(LockStoreException ex) {
		if (this.reported.compareAndSet(false, true)) {
			logger.error("Ignoring Redlock {}: {}", this, ex.getMessage());
		}
	}

	private CompletionStage<ScriptReply> counted(ScriptCall call) {
		if (this.unanswered.get() >= MOST_UNANSWERED) {
			return CompletableFuture.failedFuture(away("does not answer"));
		}
		this.unanswered.incrementAndGet();
		return request(call).whenComplete((reply, failure) -> this.unanswered.decrementAndGet())
			.thenApply(this::observed);
	}

	private CompletionStage<ScriptReply> request(ScriptCall call) {
		try {
			return this.transport.send(call);
		}
		catch (LockStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private ScriptReply observed(ScriptReply reply) {
		if (reply.values().size() == WITH_CLOCK) {
			this.servers.observeClock(this.index, reply.number(WITH_CLOCK - 1));
		}
		return reply;
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
			return !this.done.isDone() && System.nanoTime() - this.since > LONGEST_INTRODUCTION;
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
