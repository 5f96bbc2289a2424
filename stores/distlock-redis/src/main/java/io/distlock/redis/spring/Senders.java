// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.spring;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;

/**
 * Threads that wait for a client whose commands block: some for each master, so that one
 * that does not answer holds up what is its own.
 */
final class Senders implements AutoCloseable {

	private static final int THREADS_EACH = 4;

	private final Map<String, ThreadPoolExecutor> threads = new ConcurrentHashMap<>();

	private final SlotMasters masters;

	private volatile boolean closed;

	Senders(Connections connections) {
		this.masters = new SlotMasters(connections);
	}

	/**
	 * Learn which masters there are, before one of them is away.
	 */
	void learn() {
		this.masters.learn();
	}

	/**
	 * Run a script in the background, unless it is given up before its turn.
	 * @param call the script
	 * @param run runs it, and blocks
	 * @return completes with what the script returned
	 */
	CompletableFuture<ScriptReply> send(ScriptCall call, Supplier<ScriptReply> run) {
		CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
		try {
			threads(this.masters.of(call.keys().get(0))).execute(() -> complete(reply, run));
		}
		catch (RejectedExecutionException ex) {
			reply.completeExceptionally(RedisErrors.failed(call.purpose(), Outcome.PERMANENT, ex));
		}
		return reply;
	}

	@Override
	public void close() {
		this.closed = true;
		this.threads.values().forEach(ThreadPoolExecutor::shutdown);
	}

	private ThreadPoolExecutor threads(String master) {
		ThreadPoolExecutor known = this.threads.computeIfAbsent(master, (missing) -> pool());
		if (this.closed) {
			known.shutdown();
		}
		return known;
	}

	private static void complete(CompletableFuture<ScriptReply> reply, Supplier<ScriptReply> run) {
		if (reply.isDone()) {
			return;
		}
		try {
			reply.complete(run.get());
		}
		catch (RuntimeException | Error ex) {
			reply.completeExceptionally(ex);
		}
	}

	private static ThreadPoolExecutor pool() {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(THREADS_EACH, THREADS_EACH, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), DaemonThreads.named("distlock-redis-send"));
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

}
