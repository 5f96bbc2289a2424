// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisErrors;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;

/**
 * Threads that wait for a client with blocking commands: at most {@value #THREADS_EACH}
 * for each master, so that an unresponsive master delays only its own requests, and as
 * many for each of {@value #UNKNOWN} groups of slots with an unknown master. Idle threads
 * end after some time.
 * <p>
 * The assignment of slots to masters is updated in the background. It determines only the
 * requests that may wait for each other, so an outdated assignment costs time only.
 */
final class Senders implements AutoCloseable {

	static final int THREADS_EACH = 4;

	static final int UNKNOWN = 16;

	private static final Logger logger = LoggerFactory.getLogger(Senders.class);

	private static final long MAX_AGE_NANOS = Duration.ofSeconds(10).toNanos();

	private final Map<String, ThreadPoolExecutor> threads = new ConcurrentHashMap<>();

	private final AtomicLong asked = new AtomicLong(System.nanoTime() - MAX_AGE_NANOS);

	private final Connections connections;

	private volatile Iterable<RedisClusterNode> nodes = List.of();

	private volatile boolean closed;

	Senders(Connections connections) {
		this.connections = connections;
	}

	// Learn which masters a cluster has, in the background: with the first use, before
	// one of them is away.
	void learn() {
		long last = this.asked.get();
		long now = System.nanoTime();
		if (now - last >= MAX_AGE_NANOS && this.connections.isCluster() && this.asked.compareAndSet(last, now)) {
			DaemonThreads.tryStart("distlock-redis-masters", this::ask);
		}
	}

	// Run a script in the background, unless it is given up before its turn.
	CompletableFuture<ScriptReply> send(ScriptCall call, Supplier<ScriptReply> run) {
		try {
			learn();
			return CompletableFuture.supplyAsync(run, threads(masterOf(call.keys().get(0))));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(RedisErrors.failed(call, Outcome.PERMANENT, ex));
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.threads.values().forEach(ThreadPoolExecutor::shutdown);
	}

	private String masterOf(String key) {
		if (!this.connections.isCluster()) {
			return "";
		}
		int slot = ClusterSlotHashUtil.calculateSlot(RedisReplies.bytes(key));
		for (RedisClusterNode node : this.nodes) {
			if (node.isMaster() && node.servesSlot(slot)) {
				return node.asString();
			}
		}
		return "unknown-" + slot % UNKNOWN;
	}

	private void ask() {
		try {
			this.nodes = this.connections.use(() -> "ask for the topology",
					(connection) -> ((RedisClusterConnection) connection).clusterGetNodes());
		}
		catch (RuntimeException ex) {
			logger.debug("The cluster does not say which master has which slots", ex);
		}
	}

	private ThreadPoolExecutor threads(String master) {
		ThreadPoolExecutor known = this.threads.computeIfAbsent(master, (missing) -> pool());
		if (this.closed) {
			known.shutdown();
		}
		return known;
	}

	private static ThreadPoolExecutor pool() {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(THREADS_EACH, THREADS_EACH, 10, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), DaemonThreads.named("distlock-redis-send"));
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

}
