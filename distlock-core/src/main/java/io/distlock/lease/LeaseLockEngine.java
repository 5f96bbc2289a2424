// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockRequest;
import io.distlock.internal.task.Delivery;
import io.distlock.internal.task.EngineTasks;
import io.distlock.internal.task.EngineTasks.Kind;
import io.distlock.internal.task.EngineThreads;
import io.distlock.internal.task.Ticker;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockLostEvent;
import io.distlock.monitor.LockSnapshot;
import io.distlock.monitor.LockStatistics;
import io.distlock.monitor.LockWaiter;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

/**
 * Lock engine that shares leases of a provider fairly among the threads of this JVM.
 * <p>
 * Threads that request the same key queue up locally, and only the first thread sends
 * store requests. A held lease passes from thread to thread without a round trip, within
 * bounds, each time with the next fencing token. A watchdog renews held leases and
 * reports a lost lease. Leases are measured with the monotonic clock, from before the
 * request was sent.
 * <p>
 * See the page 'engine-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class LeaseLockEngine implements LockEngine, LockEngineMonitor, AutoCloseable {

	private final Engine engine;

	private final KeyQueues queues;

	/**
	 * Notifies the observer of requests; {@code null} if the engine has no observer.
	 */
	private volatile @Nullable EngineObservation observation;

	/**
	 * Holds named by the last shutdown.
	 */
	private final AtomicReference<List<Hold>> heldAtShutdown = new AtomicReference<>(List.of());

	/**
	 * Create an engine. The engine starts threads and opens connections with the first
	 * lock.
	 * @param provider the store; not closed by the engine
	 * @param settings defaults and bounds
	 * @param lossListener notified once of each loss, on a thread of the engine
	 */
	public LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener) {
		this(provider, settings, lossListener, () -> LockObserver.NONE);
	}

	/**
	 * Create an engine with an observer.
	 * @param provider the store; not closed by the engine
	 * @param settings defaults and bounds
	 * @param lossListener notified once of each loss, on a thread of the engine
	 * @param observer finds the observer of requests and holds; called with the first
	 * request
	 */
	public LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener,
			Supplier<LockObserver> observer) {
		this(provider, settings, lossListener, new EngineObservation(provider.name(), observer), Ticker.SYSTEM,
				new EngineThreads(), Engine.newVersion());
	}

	/**
	 * Create an engine from explicit collaborators.
	 */
	LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener, Ticker ticker,
			EngineTasks tasks, long version) {
		this(provider, settings, lossListener, null, ticker, tasks, version);
	}

	private LeaseLockEngine(LockProvider provider, LeaseSettings settings, Consumer<LockLostEvent> lossListener,
			@Nullable EngineObservation observation, Ticker ticker, EngineTasks tasks, long version) {
		this.engine = new Engine(provider, settings, lossListener, ticker, tasks, version);
		this.queues = new KeyQueues(this.engine);
		this.observation = observation;
	}

	@Override
	public Optional<HeldLock> acquire(LockRequest request) {
		try {
			return acquire(request, false);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("An uninterruptible wait was interrupted", ex);
		}
	}

	@Override
	public Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
		return acquire(request, true);
	}

	private Optional<HeldLock> acquire(LockRequest request, boolean interruptible) throws InterruptedException {
		List<ResolvedRequest> requests = resolve(request);
		EngineObservation observation = (this.observation != null) ? observation() : null;
		if (observation == null || this.queues.areEntered(requests)) {
			return acquire(request, requests, interruptible);
		}
		return observation.acquire(request, () -> acquire(request, requests, interruptible));
	}

	private @Nullable EngineObservation observation() {
		EngineObservation observation = this.observation;
		if (observation != null && observation.isOff()) {
			this.observation = null;
			return null;
		}
		return observation;
	}

	private Optional<HeldLock> acquire(LockRequest request, List<ResolvedRequest> requests, boolean interruptible)
			throws InterruptedException {
		if (interruptible && Thread.interrupted()) {
			throw new InterruptedException(
					"Interrupted before waiting for lock '%s'".formatted(LockKey.shown(request.keys().get(0))));
		}
		if (requests.size() > 1) {
			return acquireAll(request, requests, interruptible);
		}
		HoldHandle handle = acquireOne(requests.get(0), interruptible);
		return (handle != null) ? Optional.of(handle.bind()) : Optional.empty();
	}

	private List<ResolvedRequest> resolve(LockRequest request) {
		List<String> keys = request.keys();
		long startedAt = this.engine.ticker.now();
		ResolvedRequest.Defaults defaults = this.engine.defaults;
		List<ResolvedRequest> resolved = (keys.size() == 1)
				? List.of(new ResolvedRequest(defaults, keys.get(0), request, startedAt))
				: keys.stream().sorted().map((key) -> new ResolvedRequest(defaults, key, request, startedAt)).toList();
		LockMode mode = resolved.get(0).key.mode();
		if (mode != LockMode.EXCLUSIVE && !this.engine.store.modes().contains(mode)) {
			throw this.engine.messages.unknownMode(resolved.get(0));
		}
		return resolved;
	}

	private @Nullable HoldHandle acquireOne(ResolvedRequest request, boolean interruptible)
			throws InterruptedException {
		HoldHandle entered = LockContext.isEmpty() ? null : reenter(request);
		if (entered != null) {
			return entered;
		}
		if (this.engine.closing) {
			throw this.engine.messages.shuttingDown(request);
		}
		if (this.engine.store.isClientThread()) {
			throw this.engine.messages.onClientThread(request);
		}
		KeyQueue queue = this.queues.use(request.key);
		Hold hold = new BlockingWait(queue, request, interruptible).await();
		return (hold != null) ? new HoldHandle(queue, hold, request.key.mode()) : null;
	}

	private @Nullable HoldHandle reenter(ResolvedRequest request) {
		KeyQueue queue = this.queues.entered(request);
		Hold hold = (queue != null) ? queue.reenter(Thread.currentThread()) : null;
		if (queue != null && hold != null) {
			return new HoldHandle(queue, hold, request.key.mode());
		}
		this.queues.refuseLost(request);
		return null;
	}

	private Optional<HeldLock> acquireAll(LockRequest request, List<ResolvedRequest> requests, boolean interruptible)
			throws InterruptedException {
		if (this.queues.areEntered(requests)) {
			return acquireInOrder(request, requests, interruptible);
		}
		if (this.engine.store.isClientThread()) {
			throw this.engine.messages.onClientThread(requests.get(0));
		}
		GroupAttempt together = new GroupAttempt(this.engine, this.queues, requests);
		List<HoldHandle> held = together.ask();
		if (held != null) {
			return Optional.of(new MultiLock(held, request.onLost()).bind());
		}
		return together.isRefused() ? Optional.empty() : acquireInOrder(request, requests, interruptible);
	}

	private Optional<HeldLock> acquireInOrder(LockRequest request, List<ResolvedRequest> requests,
			boolean interruptible) throws InterruptedException {
		List<HoldHandle> held = new ArrayList<>(requests.size());
		boolean complete = false;
		try {
			for (ResolvedRequest each : requests) {
				HoldHandle handle = acquireOne(each, interruptible);
				if (handle == null) {
					return Optional.empty();
				}
				held.add(handle);
			}
			complete = true;
			return Optional.of(new MultiLock(held, request.onLost()).bind());
		}
		finally {
			if (!complete) {
				MultiLock.releaseAll(held);
			}
		}
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		List<ResolvedRequest> requests = resolve(request);
		EngineObservation observation = observation();
		return (observation != null) ? observation.acquireAsync(request, () -> acquireAsync(requests))
				: acquireAsync(requests);
	}

	private CompletableFuture<HeldLock> acquireAsync(List<ResolvedRequest> requests) {
		if (requests.size() == 1) {
			return acquireOneAsync(requests.get(0));
		}
		return new MultiLock.AsyncAcquisition(this::acquireOneAsync, requests).start();
	}

	private CompletableFuture<HeldLock> acquireOneAsync(ResolvedRequest request) {
		if (this.engine.closing) {
			return CompletableFuture.failedFuture(this.engine.messages.shuttingDown(request));
		}
		KeyQueue queue = this.queues.use(request.key);
		return new AsyncWait(queue, request).start();
	}

	@Override
	public CompletionStage<Boolean> releaseAsync(HeldLock lock) {
		CompletableFuture<Boolean> released = new CompletableFuture<>();
		Runnable task = () -> new Delivery(this.engine.tasks, released).complete(release(lock, released));
		try {
			this.engine.tasks.run(Kind.REQUEST, task);
		}
		catch (RejectedExecutionException | Error ex) {
			task.run();
		}
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

	@Override
	public Optional<HeldLock> findHeld(LockRequest request) {
		return LockContext.all().stream().filter((lock) -> isAsked(lock, request)).findFirst();
	}

	private boolean isAsked(HeldLock lock, LockRequest request) {
		return lock instanceof HoldHandle handle && handle.engine == this.engine && !handle.isGivenBack()
				&& handle.asked == request.mode() && request.keys().equals(List.of(handle.key()));
	}

	@Override
	public boolean isEntered(LockRequest request) {
		return !LockContext.isEmpty() && this.queues.areEntered(resolve(request));
	}

	@Override
	public LockNotAcquiredException notAcquired(LockRequest request) {
		return this.engine.messages.notAcquired(request);
	}

	@Override
	public LockStatistics statistics() {
		Watchdog watchdog = this.engine.watchdog;
		return new Statistics(this.engine.store.name(), watchdog.watchedByMode(), this.queues.waitingByMode(),
				this.engine.handOvers.sum(), watchdog.renewals.sum(), watchdog.failedRenewals.sum(),
				this.engine.losses.count.sum(), watchdog.failingFor());
	}

	@Override
	public List<LockSnapshot> snapshot() {
		return this.queues.all()
			.stream()
			.flatMap((queue) -> queue.snapshots(this.queues.waitingFor(queue.key)).stream())
			.sorted(Comparator.comparing(LockSnapshot::key))
			.toList();
	}

	@Override
	public List<LockWaiter> waiters() {
		return this.queues.all()
			.stream()
			.flatMap((queue) -> queue.waiters().stream())
			.sorted(Comparator.comparing(LockWaiter::waitedFor).reversed())
			.toList();
	}

	/**
	 * Return the number of leases that this engine holds.
	 * @return the number
	 */
	public int heldLeases() {
		return this.engine.watchdog.watched();
	}

	/**
	 * Return the number of callers that wait for a key in this JVM.
	 * @return the number
	 */
	public int waiting() {
		return this.queues.all().stream().mapToInt(KeyQueue::waiting).sum();
	}

	/**
	 * Shut down: refuse new requests, end waiting requests, wait for holders while their
	 * leases are renewed, and then stop renewing. A lock whose code still runs is not
	 * released; it ends with its lease.
	 * <p>
	 * A lock that was acquired without a callback is kept by the application, possibly
	 * beyond the shutdown of this engine, so the shutdown waits only briefly for its
	 * release.
	 * @param grace the maximum time to wait for holders
	 */
	public void shutdown(Duration grace) {
		shutdown(grace, Thread.currentThread());
	}

	/**
	 * Shut down on behalf of a thread, without waiting for locks of this thread.
	 * @param grace the maximum time to wait for holders
	 * @param caller the thread that waits for the shutdown
	 * @see #shutdown(Duration)
	 */
	public void shutdown(Duration grace, Thread caller) {
		this.engine.closing = true;
		this.queues.all().forEach(KeyQueue::wakeAll);
		ShutdownWait wait = new ShutdownWait(this.engine, this.queues, caller);
		List<Hold> held = wait.holds();
		wait.await(grace, held, this.heldAtShutdown.getAndSet(held));
		this.engine.watchdog.stop();
		if (this.engine.store.canShortenLeases()) {
			wait.shortenKept();
		}
	}

	/**
	 * Accept requests again after a {@linkplain #shutdown shutdown}. A lock that is still
	 * held is renewed again, unless its lease has expired.
	 */
	public void start() {
		this.heldAtShutdown.set(List.of());
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

	/**
	 * Snapshot of the counters of an engine.
	 */
	record Statistics(String provider, Map<LockMode, Integer> heldByMode, Map<LockMode, Integer> waitingByMode,
			long handOvers, long renewals, long failedRenewals, long losses,
			@Nullable Duration renewalsFailingFor) implements LockStatistics {

		Statistics {
			heldByMode = Map.copyOf(heldByMode);
			waitingByMode = Map.copyOf(waitingByMode);
		}

	}

}
