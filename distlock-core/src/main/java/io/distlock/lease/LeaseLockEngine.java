// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockEngineMonitor;
import io.distlock.LockLostEvent;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.LockSnapshot;
import io.distlock.LockStatistics;
import io.distlock.lease.EngineTasks.Kind;
import io.distlock.provider.LockProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock engine: leases from a provider, shared fairly by the threads of this JVM.
 * <p>
 * Threads that want the same key queue up locally, and only the first of them asks the
 * store. A held lease goes from one thread to the next without a round trip, within
 * bounds, each time with the next fencing token. A watchdog renews what is held, and says
 * so when a lease is lost: always by the monotonic clock, and always counted from before
 * the request was sent.
 * <p>
 * See the page 'engine-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class LeaseLockEngine implements LockEngine, LockEngineMonitor, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaseLockEngine.class);

	private static final long DRAIN_POLL_NANOS = 5_000_000;

	private final Engine engine;

	private final KeyQueues queues;

	private final Acquisitions acquisitions;

	/**
	 * Create an engine. It starts no thread and opens no connection before the first
	 * lock.
	 * @param provider the store; not closed by the engine
	 * @param settings defaults and bounds
	 * @param lossListener notified once of every loss, from a thread of the engine
	 */
	public LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener) {
		this(provider, settings, lossListener, () -> LockObserver.NONE);
	}

	/**
	 * Create an engine that is observed.
	 * @param provider the store; not closed by the engine
	 * @param settings defaults and bounds
	 * @param lossListener notified once of every loss, from a thread of the engine
	 * @param observer finds who watches requests and holds, asked for with the first
	 * request
	 */
	public LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener,
			Supplier<LockObserver> observer) {
		this(provider, settings, lossListener, new EngineObservation(provider.name(), observer), Ticker.SYSTEM,
				new EngineThreads(), Engine.newVersion());
	}

	/**
	 * Create an engine with a given clock and given background tasks.
	 */
	LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks) {
		this(provider, settings, lossListener, ticker, tasks, Engine.newVersion());
	}

	/**
	 * Create an engine that depends on nothing but what is given.
	 */
	LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks, long version) {
		this(provider, settings, lossListener, new EngineObservation(provider.name(), () -> LockObserver.NONE), ticker,
				tasks, version);
	}

	private LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener,
			EngineObservation observing, Ticker ticker, EngineTasks tasks, long version) {
		this.engine = new Engine(provider, settings, lossListener, ticker, tasks, version);
		this.queues = new KeyQueues(this.engine);
		this.acquisitions = new Acquisitions(this.engine, this.queues, observing);
	}

	@Override
	public Optional<HeldLock> acquire(LockRequest request) {
		try {
			return this.acquisitions.acquire(request, false);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("An uninterruptible wait was interrupted", ex);
		}
	}

	@Override
	public Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
		return this.acquisitions.acquire(request, true);
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		return this.acquisitions.acquireAsync(request);
	}

	@Override
	public CompletionStage<Boolean> releaseAsync(HeldLock lock) {
		CompletableFuture<Boolean> released = new CompletableFuture<>();
		run(Kind.REQUEST, () -> {
			Runnable outcome = release(lock, released);
			new Delivery(this.engine.tasks, released).complete(outcome);
		});
		return released;
	}

	private static Runnable release(HeldLock lock, CompletableFuture<Boolean> released) {
		try {
			boolean held = lock.release();
			return () -> released.complete(held);
		}
		catch (RuntimeException | Error ex) {
			return () -> released.completeExceptionally(ex);
		}
	}

	private void run(Kind kind, Runnable task) {
		try {
			this.engine.tasks.run(kind, task);
		}
		catch (RejectedExecutionException ex) {
			task.run();
		}
	}

	@Override
	public Optional<HeldLock> findHeld(String key) {
		return LockContext.all().stream().filter((lock) -> isMine(lock) && lock.key().equals(key)).findFirst();
	}

	@Override
	public Optional<HeldLock> findHeld(LockRequest request) {
		return LockContext.all()
			.stream()
			.filter((lock) -> isMine(lock) && request.keys().equals(List.of(lock.key())) && isAsked(lock, request))
			.findFirst();
	}

	private static boolean isAsked(HeldLock lock, LockRequest request) {
		return ((HoldHandle) lock).asked() == request.mode();
	}

	@Override
	public boolean isEntered(LockRequest request) {
		return this.acquisitions.isEntered(request);
	}

	private boolean isMine(HeldLock lock) {
		return lock instanceof HoldHandle handle && handle.isOf(this.engine) && !handle.isGivenBack();
	}

	@Override
	public LockNotAcquiredException notAcquired(LockRequest request) {
		return this.engine.messages.notAcquired(request);
	}

	@Override
	public LockStatistics statistics() {
		EngineCounters counters = this.engine.counters;
		return new LockStatistics(this.engine.store.name(), this.engine.watchdog.watchedByMode(),
				this.queues.waitingByMode(), counters.handOvers.sum(), counters.renewals.sum(),
				counters.failedRenewals.sum(), counters.losses.sum(), this.engine.watchdog.failingFor());
	}

	@Override
	public List<LockSnapshot> snapshot() {
		return this.queues.all()
			.stream()
			.flatMap((queue) -> queue.snapshots(this.queues.waitingFor(queue.key)).stream())
			.sorted(Comparator.comparing(LockSnapshot::key))
			.toList();
	}

	/**
	 * Return how many leases this engine holds.
	 * @return the number
	 */
	public int heldLeases() {
		return this.engine.watchdog.watched();
	}

	/**
	 * Return how many callers wait for a key in this JVM.
	 * @return the number
	 */
	public int waiting() {
		return this.queues.all().stream().mapToInt(KeyQueue::waiting).sum();
	}

	/**
	 * Shut down: refuse new requests and end those that wait, let holders finish for some
	 * time while their leases are renewed, and then stop renewing. A lock whose code
	 * still runs is not released; its lease ends it.
	 * @param grace how long holders may take
	 */
	public void shutdown(Duration grace) {
		this.engine.closing = true;
		this.queues.all().forEach(KeyQueue::wakeAll);
		long end = this.engine.ticker.now() + Durations.of(grace);
		while (isInUse() && !this.engine.ticker.reached(end) && !Thread.currentThread().isInterrupted()) {
			LockSupport.parkNanos(DRAIN_POLL_NANOS);
		}
		this.engine.watchdog.stop();
		if (heldLeases() > 0) {
			logger.warn(
					"{} lock(s) are still held at shutdown; they are no longer renewed, and become free when their leases expire",
					heldLeases());
		}
	}

	/**
	 * Return whether a lease is held, on its way back to the store, or may still be
	 * granted to an attempt that is under way. The order counts: a caller that is not
	 * seen waiting any more is seen holding, and after that giving back.
	 */
	private boolean isInUse() {
		return waiting() > 0 || heldLeases() > 0 || this.queues.all().stream().anyMatch(KeyQueue::isReturning);
	}

	/**
	 * Take requests again after a {@linkplain #shutdown shutdown}. A lock that outlived
	 * it is renewed again, unless its lease has expired.
	 */
	public void start() {
		this.engine.watchdog.start();
		this.engine.closing = false;
	}

	/**
	 * Stop at once, and end the threads of the engine.
	 */
	@Override
	public void close() {
		shutdown(Duration.ZERO);
		this.engine.watchdog.close();
		this.engine.tasks.close();
	}

}
