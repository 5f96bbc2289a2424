// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.spring;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.ScriptCall;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Opens a {@link LettuceLink}, and replaces a lost or silent link. One thread at a time
 * connects while all callers wait, for at most the response time of a server. After that
 * time, the next caller starts another attempt, because the first attempt may hang; the
 * first successful connection is used.
 * <p>
 * A replaced link is closed with a delay, because replies may still arrive.
 */
final class LettuceLinks implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLinks.class);

	// A process that has just started is slow itself.
	private static final Duration FIRST_TIMEOUT = Duration.ofSeconds(30);

	private static final Duration OVERDUE = Duration.ofSeconds(5);

	private static final int THREADS = 2;

	private final ReentrantLock lock = new ReentrantLock();

	private final Set<LettuceLink> replaced = ConcurrentHashMap.newKeySet();

	private final LettuceConnectionFactory application;

	private final Runnable shutdown;

	private volatile @Nullable RedisConfiguration servers;

	private volatile @Nullable LettuceLink current;

	private final EventLoopGroupProvider threads = new DefaultEventLoopGroupProvider(THREADS);

	private @Nullable ClientResources resources;

	private @Nullable Opening opening;

	private volatile boolean connected;

	private boolean closed;

	LettuceLinks(LettuceConnectionFactory application, Runnable shutdown) {
		this.application = application;
		this.shutdown = shutdown;
	}

	boolean isCluster() {
		return this.application.isClusterAware();
	}

	// Returns the link if it can be used at once, and null otherwise.
	@Nullable LettuceLink known(@Nullable ScriptCall call) {
		LettuceLink known = this.current;
		return (known != null && known.isUsable(call)) ? known : null;
	}

	LettuceLink get(@Nullable ScriptCall call, Supplier<String> purpose) {
		LettuceLink known = this.current;
		if (known != null && known.isUsable(call)) {
			return known;
		}
		try {
			return Uninterrupted.await(open(), timeout());
		}
		catch (ExecutionException ex) {
			throw Connections.failed(purpose, (ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (TimeoutException ex) {
			throw Connections.failed(purpose,
					new TimeoutException("No connection within %d seconds".formatted(timeout().toSeconds())));
		}
	}

	// Waits for no connection.
	CompletableFuture<LettuceLink> getLater(ScriptCall call) {
		LettuceLink known = known(call);
		if (known != null) {
			return CompletableFuture.completedFuture(known);
		}
		return open().copy()
			.orTimeout(timeout().toMillis(), TimeUnit.MILLISECONDS)
			.exceptionallyCompose((failure) -> CompletableFuture
				.failedFuture(Connections.failed(call::purpose, RedisReplies.cause(failure))));
	}

	private Duration timeout() {
		return this.connected ? RedisReplies.TIMEOUT : FIRST_TIMEOUT;
	}

	private CompletableFuture<LettuceLink> open() {
		this.lock.lock();
		try {
			if (this.closed) {
				return CompletableFuture.failedFuture(new IllegalStateException("The provider is closed"));
			}
			LettuceLink known = known(null);
			if (known != null) {
				return CompletableFuture.completedFuture(known);
			}
			Opening running = this.opening;
			if (running == null || running.link.isDone()
					|| running.isOverdue(this.connected ? OVERDUE : FIRST_TIMEOUT)) {
				running = start();
				this.opening = running;
			}
			return running.link;
		}
		finally {
			this.lock.unlock();
		}
	}

	private Opening start() {
		Opening started = new Opening(new CompletableFuture<>(), System.nanoTime());
		if (!DaemonThreads.tryStart("distlock-redis-connect", () -> connect(started))) {
			started.link.completeExceptionally(new OutOfMemoryError("No thread that connects to Redis can be started"));
		}
		return started;
	}

	private void connect(Opening started) {
		try {
			RedisConfiguration read = servers();
			LettuceLink link = (read != null)
					? new LettuceLink(LockClientConfiguration.newFactory(this.application, read, resources()), true)
					: new LettuceLink(this.application, false);
			started.link.complete(adopt(link));
		}
		catch (RuntimeException | Error ex) {
			started.link.completeExceptionally(ex);
		}
	}

	private @Nullable RedisConfiguration servers() {
		RedisConfiguration known = this.servers;
		if (known == null) {
			known = LockClientConfiguration.servers(this.application);
			this.servers = known;
		}
		return known;
	}

	private LettuceLink adopt(LettuceLink opened) {
		LettuceLink former = opened;
		this.lock.lock();
		try {
			this.connected = true;
			LettuceLink known = known(null);
			if (!this.closed && known == null) {
				former = this.current;
				this.current = opened;
				return opened;
			}
			if (known != null) {
				return known;
			}
			throw new IllegalStateException("The provider is closed");
		}
		finally {
			this.lock.unlock();
			if (former != null) {
				closeLater(former);
			}
		}
	}

	private void closeLater(LettuceLink link) {
		logger.debug("Closing the connection to Redis: it was lost or has fallen silent");
		this.replaced.add(link);
		CompletableFuture
			.delayedExecutor(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS,
					DaemonThreads.executor("distlock-redis-close-"))
			.execute(() -> closeReplaced(link));
	}

	private void closeReplaced(LettuceLink link) {
		if (this.replaced.remove(link)) {
			link.close();
		}
	}

	// Resources as the application has them, but for the threads that read replies: code
	// of the application that blocks one of its own in a callback would otherwise keep
	// leases from being renewed.
	private ClientResources resources() {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new IllegalStateException("The provider is closed");
			}
			if (this.resources == null) {
				this.resources = this.application.getClientConfiguration()
					.getClientResources()
					.map(LettuceLinks::copyOf)
					.orElseGet(ClientResources::builder)
					.eventLoopGroupProvider(this.threads)
					.build();
			}
			return this.resources;
		}
		finally {
			this.lock.unlock();
		}
	}

	// A builder from mutate() would pass the timer and the executor of the application on
	// as the copy's own, to be stopped with it.
	private static ClientResources.Builder copyOf(ClientResources resources) {
		return resources.mutate().timer(resources.timer()).eventExecutorGroup(resources.eventExecutorGroup());
	}

	@Override
	public void close() {
		LettuceLink last;
		ClientResources own;
		this.lock.lock();
		try {
			this.closed = true;
			last = this.current;
			own = this.resources;
		}
		finally {
			this.lock.unlock();
		}
		this.replaced.forEach(this::closeReplaced);
		if (last != null) {
			last.close();
		}
		if (own != null) {
			own.shutdown(1, 2, TimeUnit.SECONDS);
			this.threads.shutdown(1, 2, TimeUnit.SECONDS);
		}
		this.shutdown.run();
	}

	/**
	 * Link that a thread opens.
	 */
	private record Opening(CompletableFuture<LettuceLink> link, long since) {

		boolean isOverdue(Duration limit) {
			return System.nanoTime() - this.since >= limit.toNanos();
		}

	}

}
