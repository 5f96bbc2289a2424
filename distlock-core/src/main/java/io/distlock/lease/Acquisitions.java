// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests into holds: re-entry first, then the queue of the key; several keys one
 * after the other, in one order everywhere.
 */
final class Acquisitions {

	private final Engine engine;

	private final KeyQueues queues;

	private final EngineObservation observing;

	private final NodeStart start = NodeStart.now();

	Acquisitions(Engine engine, KeyQueues queues, EngineObservation observing) {
		this.engine = engine;
		this.queues = queues;
		this.observing = observing;
	}

	Optional<HeldLock> acquire(LockRequest request, boolean interruptible) throws InterruptedException {
		List<ResolvedRequest> demands = demands(request);
		if (this.observing.isOff() || areHeld(demands)) {
			return acquire(demands, request, interruptible);
		}
		return this.observing.acquire(request, () -> acquire(demands, request, interruptible));
	}

	/**
	 * Return whether the request is a re-entry, for all of its keys.
	 */
	private boolean areHeld(List<ResolvedRequest> demands) {
		return LockContext.current().isPresent() && demands.stream().allMatch(this::isHeld);
	}

	/**
	 * Return whether this thread holds all keys, so that a request for them is a
	 * re-entry.
	 */
	boolean isEntered(LockRequest request) {
		return areHeld(demands(request));
	}

	private boolean isHeld(ResolvedRequest demand) {
		return isHeld(demand.key()) || isHeldExclusively(demand);
	}

	private boolean isHeld(LockKey key) {
		KeyQueue queue = this.queues.find(key);
		return queue != null && queue.isHeldBy(Thread.currentThread());
	}

	/**
	 * A thread that writes may read as well, and goes on holding the lock exclusively.
	 */
	private boolean isHeldExclusively(ResolvedRequest demand) {
		return demand.key().mode() == LockMode.SHARED && isHeld(demand.key().in(LockMode.EXCLUSIVE));
	}

	private Optional<HeldLock> acquire(List<ResolvedRequest> demands, LockRequest request, boolean interruptible)
			throws InterruptedException {
		if (interruptible && Thread.interrupted()) {
			throw new InterruptedException(
					"Interrupted before waiting for lock '%s'".formatted(LockKey.shown(request.keys().get(0))));
		}
		if (demands.size() > 1) {
			return acquireAll(demands, request, interruptible);
		}
		HoldHandle handle = acquireOne(demands.get(0), interruptible);
		return (handle != null) ? Optional.of(handle.bind()) : Optional.empty();
	}

	private List<ResolvedRequest> demands(LockRequest request) {
		List<String> keys = request.keys();
		long startedAt = this.engine.ticker().now();
		if (keys.size() == 1) {
			return List.of(demand(keys.get(0), request, startedAt));
		}
		return keys.stream().sorted().map((key) -> demand(key, request, startedAt)).toList();
	}

	private ResolvedRequest demand(String key, LockRequest request, long startedAt) {
		ResolvedRequest demand = ResolvedRequest.of(key, request, this.engine.settings(), startedAt,
				this.start.micros());
		if (request.mode() != LockMode.EXCLUSIVE && !this.engine.store().modes().contains(request.mode())) {
			throw this.engine.messages().unknownMode(demand);
		}
		return demand;
	}

	private @Nullable HoldHandle acquireOne(ResolvedRequest demand, boolean interruptible) throws InterruptedException {
		HoldHandle entered = reenter(demand);
		if (entered != null) {
			return entered;
		}
		refuseWhenClosing(demand);
		KeyQueue queue = this.queues.use(demand.key());
		Hold hold = new BlockingWait(this.engine, queue, demand, interruptible).await();
		return (hold != null) ? new HoldHandle(this.engine, queue, hold) : null;
	}

	private @Nullable HoldHandle reenter(ResolvedRequest demand) {
		if (LockContext.current().isEmpty()) {
			return null;
		}
		KeyQueue own = current(demand.key());
		KeyQueue other = otherOf(demand.key());
		refuseLost(demand);
		boolean both = other != null && other.isHeldBy(Thread.currentThread());
		if (both && demand.key().mode() == LockMode.EXCLUSIVE) {
			// A thread that reads would wait for itself, and two of them for each other.
			throw LockEngine.upgrade(demand.name());
		}
		// A thread that writes may read, and goes on holding the lock exclusively.
		KeyQueue queue = both ? other : own;
		Hold hold = (queue != null) ? queue.reenter(Thread.currentThread()) : null;
		return (queue != null && hold != null) ? new HoldHandle(this.engine, queue, hold, demand.key().mode()) : null;
	}

	/**
	 * A lost lock is not entered again before it is released: the caller's caller still
	 * believes in it. That a lease has ended must have been noticed before.
	 */
	private void refuseLost(ResolvedRequest demand) {
		if (this.engine.counters().hasLostLocks()) {
			LockContext.all().forEach((lock) -> refuseLost(lock, demand));
		}
	}

	/**
	 * Find the queue of those who hold the same lock in the other mode; permits have no
	 * other.
	 */
	private @Nullable KeyQueue otherOf(LockKey key) {
		return switch (key.mode()) {
			case EXCLUSIVE -> current(key.in(LockMode.SHARED));
			case SHARED -> current(key.in(LockMode.EXCLUSIVE));
			case PERMIT -> null;
		};
	}

	/**
	 * Find the queue of a key, in which no lease has ended unnoticed.
	 */
	private @Nullable KeyQueue current(LockKey key) {
		KeyQueue queue = this.queues.find(key);
		if (queue != null) {
			queue.loseExpired();
		}
		return queue;
	}

	private void refuseLost(HeldLock lock, ResolvedRequest demand) {
		if (lock instanceof MultiHold multi) {
			multi.parts().forEach((part) -> refuseLost(part, demand));
		}
		else if (lock instanceof HoldHandle handle && handle.isOf(this.engine) && handle.isLost()
				&& handle.key().equals(demand.name())
				&& isOfPermits(handle.asked()) == isOfPermits(demand.key().mode())) {
			handle.assertHeld();
		}
	}

	/**
	 * A permit is not the lock of its name.
	 */
	private static boolean isOfPermits(LockMode mode) {
		return mode == LockMode.PERMIT;
	}

	private void refuseWhenClosing(ResolvedRequest demand) {
		if (this.engine.closing().isOn()) {
			throw this.engine.messages().shuttingDown(demand);
		}
	}

	private Optional<HeldLock> acquireAll(List<ResolvedRequest> demands, LockRequest request, boolean interruptible)
			throws InterruptedException {
		for (ResolvedRequest demand : demands) {
			current(demand.key());
			otherOf(demand.key());
			refuseLost(demand);
		}
		GroupAttempt.Answer together = new GroupAttempt(this.engine, this.queues, demands, Thread.currentThread())
			.ask();
		if (together.isFinal(demands.get(0))) {
			return together.held().map((held) -> new MultiHold(held).bind(request.onLost()));
		}
		return acquireInOrder(demands, request, interruptible);
	}

	private Optional<HeldLock> acquireInOrder(List<ResolvedRequest> demands, LockRequest request, boolean interruptible)
			throws InterruptedException {
		List<HoldHandle> held = new ArrayList<>(demands.size());
		boolean complete = false;
		try {
			for (ResolvedRequest demand : demands) {
				HoldHandle handle = acquireOne(demand, interruptible);
				if (handle == null) {
					return Optional.empty();
				}
				held.add(handle);
			}
			complete = true;
			return Optional.of(new MultiHold(held).bind(request.onLost()));
		}
		finally {
			if (!complete) {
				MultiHold.releaseAll(held);
			}
		}
	}

	CompletableFuture<HeldLock> acquireAsync(LockRequest request) {
		List<ResolvedRequest> demands = demands(request);
		return this.observing.isOff() ? acquireAsync(demands, request)
				: this.observing.acquireAsync(request, () -> acquireAsync(demands, request));
	}

	private CompletableFuture<HeldLock> acquireAsync(List<ResolvedRequest> demands, LockRequest request) {
		if (demands.size() == 1) {
			return acquireOneAsync(demands.get(0));
		}
		return new AsyncMultiAcquisition(this.engine, this.queues, this::acquireOneAsync, demands, request).start();
	}

	private CompletableFuture<HeldLock> acquireOneAsync(ResolvedRequest demand) {
		if (this.engine.closing().isOn()) {
			return CompletableFuture.failedFuture(this.engine.messages().shuttingDown(demand));
		}
		KeyQueue queue = this.queues.use(demand.key());
		return new AsyncWait(this.engine, queue, demand).start();
	}

}
