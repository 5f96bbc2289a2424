// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.distlock.internal.task.Durations;
import io.distlock.internal.task.Ticker;
import io.distlock.internal.thread.ExitingThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for holders when their engine shuts down: within the grace period for code that
 * runs under a lock, and only briefly for a lock that the application keeps, because its
 * release may follow the shutdown of the engine. A thread that itself waits for the
 * shutdown is not waited for.
 */
final class ShutdownWait {

	private static final Logger logger = LoggerFactory.getLogger(ShutdownWait.class);

	/**
	 * Time for which a shutdown waits for a lock that the application keeps.
	 */
	static final Duration KEPT_GRACE = Duration.ofSeconds(1);

	/**
	 * Duration of such a lock after the shutdown, unless it is released.
	 */
	static final Duration KEPT_LEASE = Duration.ofSeconds(5);

	private static final int MAX_NAMED_HOLDS = 20;

	private static final long POLL_NANOS = 5_000_000;

	private static final long EXIT_CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Engine engine;

	private final KeyQueues queues;

	/**
	 * Thread that shuts down.
	 */
	private final Thread caller;

	private final Ticker ticker;

	/**
	 * Last known result of the check for threads in {@link System#exit}.
	 */
	private final Map<Thread, Boolean> exiting = new HashMap<>();

	private long exitCheckAt;

	/**
	 * Create a wait.
	 * @param caller the thread that shuts down
	 */
	ShutdownWait(Engine engine, KeyQueues queues, Thread caller) {
		this.engine = engine;
		this.queues = queues;
		this.caller = caller;
		this.ticker = engine.ticker;
		this.exitCheckAt = this.ticker.now();
	}

	/**
	 * Wait until no lock remains that justifies a wait.
	 * @param held the holds to name
	 * @param told the holds among them that were named before
	 */
	void await(Duration grace, List<Hold> held, List<Hold> told) {
		Duration keptGrace = (grace.compareTo(KEPT_GRACE) < 0) ? grace : KEPT_GRACE;
		long start = this.ticker.now();
		long end = start + Durations.of(grace);
		long keptEnd = start + Durations.of(keptGrace);
		List<Hold> untold = held.stream().filter((hold) -> !told.contains(hold)).toList();
		if (!untold.isEmpty()) {
			tell(untold, grace, keptGrace);
		}
		while (!this.ticker.reached(end) && !Thread.currentThread().isInterrupted()
				&& isInUse(!this.ticker.reached(keptEnd))) {
			LockSupport.parkNanos(POLL_NANOS);
		}
	}

	private static void tell(List<Hold> holds, Duration grace, Duration keptGrace) {
		logger.warn(
				"{} lock(s) are still held at shutdown: {}. Waiting for up to {} for code that runs under a lock, and for up to {} for a lock that the application keeps. A lock that is held for longer is no longer renewed, and becomes free when its lease expires. Release a lock that a bean keeps when ContextClosedEvent is published, or in the stop() of a SmartLifecycle of the default phase",
				holds.size(), shown(holds), Durations.text(grace), Durations.text(keptGrace));
	}

	private static String shown(List<Hold> holds) {
		String first = holds.stream()
			.limit(MAX_NAMED_HOLDS)
			.map(Hold::shown)
			.sorted()
			.collect(Collectors.joining(", "));
		return (holds.size() > MAX_NAMED_HOLDS) ? first + ", and %d more".formatted(holds.size() - MAX_NAMED_HOLDS)
				: first;
	}

	/**
	 * Return the holds that end with the engine unless they are released. Excludes holds
	 * without renewal that the application keeps: such a hold lasts for its requested
	 * lease.
	 */
	List<Hold> holds() {
		return this.queues.all()
			.stream()
			.flatMap((queue) -> queue.holds((hold) -> hold.isHeld() && !hold.isCoolDown()).stream())
			.toList();
	}

	/**
	 * Shorten the leases that no code of this JVM will release, locally and then in the
	 * store. Each lease ends soon, unless it is released, or renewed after the next
	 * start. Blocks for the store's answers.
	 */
	void shortenKept() {
		List<RemoteLease> shortened = keptLeases().stream()
			.filter((lease) -> lease.keeper.locked(() -> lease.shorten(KEPT_LEASE.toNanos())))
			.toList();
		shortened.forEach(this.engine.watchdog::check);
		if (!shortened.isEmpty()) {
			new Shortening(shortened, KEPT_LEASE).send(this.engine.store::renew);
		}
	}

	/**
	 * Return the leases that the application keeps, and leases of threads that never
	 * return. No code of this JVM will release these leases before the JVM ends.
	 */
	private Set<RemoteLease> keptLeases() {
		List<Hold> held = holds();
		Set<RemoteLease> kept = held.stream().map((hold) -> hold.lease).collect(Collectors.toSet());
		held.stream().filter((hold) -> !hold.isKept() && !isExiting(hold)).forEach((hold) -> kept.remove(hold.lease));
		return kept;
	}

	private static boolean isExiting(Hold hold) {
		Thread owner = hold.owner();
		return owner != null && ExitingThreads.isExiting(owner);
	}

	/**
	 * Return whether a lease is held, is being returned to the store, or may still be
	 * granted to a pending attempt. Waiters are checked before holders, and holders
	 * before returns, so that no transition is missed.
	 */
	private boolean isInUse(boolean keptCounts) {
		List<KeyQueue> all = this.queues.all();
		return all.stream().anyMatch((queue) -> queue.waiting() > 0)
				|| holds().stream().anyMatch((hold) -> (keptCounts || !hold.isKept()) && !isStopping(hold.owner()))
				|| all.stream().anyMatch(KeyQueue::isReturning);
	}

	/**
	 * Return whether a thread waits for this shutdown, or has died.
	 */
	private boolean isStopping(@Nullable Thread thread) {
		if (thread == null) {
			return false;
		}
		if (this.ticker.reached(this.exitCheckAt)) {
			this.exiting.clear();
			this.exitCheckAt = this.ticker.now() + EXIT_CHECK_NANOS;
		}
		return thread == this.caller || !thread.isAlive()
				|| this.exiting.computeIfAbsent(thread, ExitingThreads::isExiting);
	}

}
