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

	Acquisitions(Engine engine, KeyQueues queues, EngineObservation observing) {
		this.engine = engine;
		this.queues = queues;
		this.observing = observing;
	}

	Optional<HeldLock> acquire(LockRequest request, boolean interruptible) throws InterruptedException {
		List<ResolvedRequest> requests = resolve(request);
		if (this.observing.isOff() || !LockContext.isEmpty() && areHeld(requests)) {
			return acquire(request, requests, interruptible);
		}
		return this.observing.acquire(request, () -> acquire(request, requests, interruptible));
	}

	/**
	 * Return whether the request is a re-entry, for all of its keys.
	 */
	private boolean areHeld(List<ResolvedRequest> requests) {
		return requests.stream().allMatch(this::isHeld);
	}

	/**
	 * Return whether this thread holds all keys, so that a request for them is a
	 * re-entry.
	 */
	boolean isEntered(LockRequest request) {
		return !LockContext.isEmpty() && areHeld(resolve(request));
	}

	private boolean isHeld(ResolvedRequest request) {
		return isHeld(request.key) || isHeldExclusively(request);
	}

	private boolean isHeld(LockKey key) {
		KeyQueue queue = this.queues.find(key);
		return queue != null && queue.isHeldBy(Thread.currentThread());
	}

	/**
	 * A thread that writes may also read, and keeps holding the lock exclusively.
	 */
	private boolean isHeldExclusively(ResolvedRequest request) {
		return request.key.mode() == LockMode.SHARED && isHeld(request.key.in(LockMode.EXCLUSIVE));
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
		RequestDefaults defaults = this.engine.defaults;
		List<ResolvedRequest> resolved = (keys.size() == 1)
				? List.of(new ResolvedRequest(defaults, keys.get(0), request, startedAt))
				: keys.stream().sorted().map((key) -> new ResolvedRequest(defaults, key, request, startedAt)).toList();
		if (request.mode() != LockMode.EXCLUSIVE && !this.engine.store.modes().contains(request.mode())) {
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
		KeyQueue queue = this.queues.use(request.key);
		Hold hold = new BlockingWait(queue, request, interruptible).await();
		return (hold != null) ? new HoldHandle(queue, hold) : null;
	}

	private @Nullable HoldHandle reenter(ResolvedRequest request) {
		KeyQueue other = otherOf(request.key);
		boolean both = other != null && other.isHeldBy(Thread.currentThread());
		if (both && request.key.mode() == LockMode.EXCLUSIVE) {
			// Upgrading from shared to exclusive would self-deadlock.
			throw LockEngine.upgrade(request.name());
		}
		// A thread that writes may read, and keeps holding the lock exclusively.
		KeyQueue queue = both ? other : this.queues.find(request.key);
		Hold hold = (queue != null) ? queue.reenter(Thread.currentThread()) : null;
		if (queue != null && hold != null) {
			return new HoldHandle(queue, hold, request.key.mode());
		}
		refuseLost(request);
		return null;
	}

	/**
	 * Find the queue of those who hold the same lock in the other mode; permits have no
	 * other.
	 */
	private @Nullable KeyQueue otherOf(LockKey key) {
		return switch (key.mode()) {
			case EXCLUSIVE -> this.queues.find(key.in(LockMode.SHARED));
			case SHARED -> this.queues.find(key.in(LockMode.EXCLUSIVE));
			case PERMIT -> null;
		};
	}

	/**
	 * A lost lock is not acquired anew before it is released: the caller's caller still
	 * believes in it. Checked once no hold of the thread was found, so that a loss in
	 * between is found, too.
	 */
	private void refuseLost(ResolvedRequest request) {
		loseExpired(this.queues.find(request.key));
		loseExpired(otherOf(request.key));
		if (this.engine.counters.lostLocks.get() > 0) {
			LockContext.all().forEach((lock) -> refuseLost(lock, request));
		}
	}

	private static void loseExpired(@Nullable KeyQueue queue) {
		if (queue != null) {
			queue.loseExpired();
		}
	}

	private void refuseLost(HeldLock lock, ResolvedRequest request) {
		if (lock instanceof MultiLock multi) {
			multi.parts().forEach((part) -> refuseLost(part, request));
		}
		else if (lock instanceof HoldHandle handle && handle.isOf(this.engine) && handle.isLost()
				&& handle.key().equals(request.name())
				&& isOfPermits(handle.asked()) == isOfPermits(request.key.mode())) {
			handle.assertHeld();
		}
	}

	/**
	 * A permit is not the lock of its name.
	 */
	private static boolean isOfPermits(LockMode mode) {
		return mode == LockMode.PERMIT;
	}

	private Optional<HeldLock> acquireAll(LockRequest request, List<ResolvedRequest> requests, boolean interruptible)
			throws InterruptedException {
		GroupAttempt.Answer together = new GroupAttempt(this.engine, this.queues, requests)
			.ask(() -> requests.forEach(this::refuseLost));
		if (together.isFinal(requests.get(0))) {
			return together.held().map((held) -> new MultiLock(held, request.onLost()).bind());
		}
		return acquireInOrder(request, requests, interruptible);
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

	CompletableFuture<HeldLock> acquireAsync(LockRequest request) {
		List<ResolvedRequest> requests = resolve(request);
		return this.observing.isOff() ? acquireAsync(requests)
				: this.observing.acquireAsync(request, () -> acquireAsync(requests));
	}

	private CompletableFuture<HeldLock> acquireAsync(List<ResolvedRequest> requests) {
		if (requests.size() == 1) {
			return acquireOneAsync(requests.get(0));
		}
		return new AsyncMultiAcquisition(this::acquireOneAsync, requests).start();
	}

	private CompletableFuture<HeldLock> acquireOneAsync(ResolvedRequest request) {
		if (this.engine.closing) {
			return CompletableFuture.failedFuture(this.engine.messages.shuttingDown(request));
		}
		KeyQueue queue = this.queues.use(request.key);
		return new AsyncWait(queue, request).start();
	}

}
