// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Holds a lock with the version and the name of this node in each used store that can
 * list locks, while the context is running. The locks of all nodes are the list of live
 * nodes: the lock of a dead node ends with its lease.
 * <p>
 * Each lock has a separate engine, so that neither a loss of this lock nor a failed
 * renewal appears in events, metrics or the health of the application's own locks. The
 * engine waits for the lease of a previous process with the same name, and for a store
 * that does not respond.
 *
 * @since 0.1.0
 */
public class NodePresence implements SmartLifecycle {

	static final String KEY_PREFIX = "distlock.node:";

	/**
	 * Lower than the phase in which holders are awaited: a node is listed until its locks
	 * are released.
	 */
	private static final int PHASE = Integer.MAX_VALUE / 2 - 2048;

	/**
	 * Pause after a failure that the engine does not retry, such as a missing table.
	 */
	private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);

	/**
	 * Maximum time of a shutdown to wait for the release.
	 */
	private static final Duration MAX_STOP_TIME = Duration.ofSeconds(1);

	private static final ThreadFactory THREADS = DaemonThreads.named("distlock-node");

	private static final Logger logger = LoggerFactory.getLogger(NodePresence.class);

	private final LockEngineRegistry engines;

	private final LockStores stores;

	private final LeaseSettings settings;

	private final LockRequest request;

	private final Map<String, Thread> holders = new ConcurrentHashMap<>();

	private volatile boolean running;

	/**
	 * Create the presence of a node.
	 * @param engines the engines used on this node
	 * @param stores the stores of the application
	 * @param settings the settings, with the name of this node
	 */
	public NodePresence(LockEngineRegistry engines, LockStores stores, LeaseSettings settings) {
		this.engines = engines;
		this.stores = stores;
		this.settings = settings;
		this.request = LockRequest.of(KEY_PREFIX + LockKey.join(version(), settings.nodeName()))
			.waitTime(Durations.MAX)
			.maxHoldTime(Durations.MAX)
			.onLost(OnLost.IGNORE);
		engines.forEach((name, engine) -> announce(name));
	}

	private static String version() {
		return Objects.requireNonNullElse(NodePresence.class.getPackage().getImplementationVersion(), "unknown");
	}

	@Override
	public void start() {
		this.running = true;
		this.engines.engines().keySet().forEach(this::announce);
	}

	/**
	 * Take the lock in a store on a separate thread. Called by the thread that uses the
	 * store for the first time, to which a failure must not matter.
	 */
	private void announce(String name) {
		LockProvider provider = this.running ? this.stores.get(name) : null;
		if (!(provider instanceof LockCatalog)) {
			return;
		}
		try {
			Thread holder = this.holders.computeIfAbsent(name, (absent) -> start(provider));
			if (!this.running) {
				holder.interrupt();
			}
		}
		catch (OutOfMemoryError ex) {
			logger.debug("No thread to list this node in provider '{}'", name, ex);
		}
	}

	private Thread start(LockProvider provider) {
		Thread holder = THREADS.newThread(() -> hold(provider));
		holder.start();
		return holder;
	}

	private void hold(LockProvider provider) {
		try (LeaseLockEngine engine = new LeaseLockEngine(provider, this.settings, (loss) -> {
		})) {
			while (this.running) {
				hold(engine);
			}
		}
		catch (InterruptedException ex) {
			// Stopped. The lock has been released.
		}
	}

	/**
	 * Hold the lock until it is lost.
	 * @throws InterruptedException if this node stops
	 */
	private void hold(LeaseLockEngine engine) throws InterruptedException {
		try (HeldLock lock = engine.acquireInterruptibly(this.request)
			.orElseThrow(() -> engine.notAcquired(this.request))) {
			CountDownLatch lost = new CountDownLatch(1);
			lock.onLost((loss) -> lost.countDown());
			while (lock.isHeld()) {
				lost.await(this.settings.leaseTime().toNanos(), TimeUnit.NANOSECONDS);
			}
		}
		catch (RuntimeException | Error ex) {
			logger.debug("This node is not listed; will retry", ex);
			Thread.sleep(PAUSE_AFTER_FAILURE.toMillis());
		}
	}

	/**
	 * Release the locks. If a store does not respond in time, its lock ends with the
	 * lease.
	 */
	@Override
	public void stop() {
		this.running = false;
		List<Thread> stopped = List.copyOf(this.holders.values());
		this.holders.clear();
		stopped.forEach(Thread::interrupt);
		long end = System.nanoTime() + MAX_STOP_TIME.toNanos();
		try {
			for (Thread holder : stopped) {
				TimeUnit.NANOSECONDS.timedJoin(holder, Math.max(end - System.nanoTime(), 1));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Return {@code false}: a paused context is still alive.
	 */
	@Override
	public boolean isPauseable() {
		return false;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
