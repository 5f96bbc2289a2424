// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockMode;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The queue of each key that is waited for or held in this JVM. A queue lives while it is
 * used; every waiter counts once, until it leaves or its hold ends. A thread that holds a
 * key enters it again.
 */
final class KeyQueues {

	private final ConcurrentMap<LockKey, KeyQueue> queues = new ConcurrentHashMap<>();

	private final Engine engine;

	KeyQueues(Engine engine) {
		this.engine = engine;
	}

	@Nullable KeyQueue find(LockKey key) {
		return this.queues.get(key);
	}

	KeyQueue use(LockKey key) {
		return this.queues.compute(key, (k, queue) -> {
			KeyQueue used = queue;
			if (used == null) {
				used = new KeyQueue(this.engine, k, this::left);
			}
			used.users++;
			return used;
		});
	}

	private void left(KeyQueue queue) {
		this.queues.compute(queue.key, (key, current) -> (--queue.users > 0) ? queue : null);
	}

	/**
	 * Return whether this thread holds all keys, so that a request for them is a
	 * re-entry.
	 */
	boolean areEntered(List<ResolvedRequest> requests) {
		return !LockContext.isEmpty() && requests.stream().allMatch(this::isHeld);
	}

	/**
	 * A thread that writes may also read, and keeps holding the lock exclusively.
	 */
	private boolean isHeld(ResolvedRequest request) {
		return isHeldHere(find(request.key)) || request.mode == LockMode.SHARED && isHeldHere(otherOf(request.key));
	}

	private static boolean isHeldHere(@Nullable KeyQueue queue) {
		return queue != null && queue.isHeldBy(Thread.currentThread());
	}

	/**
	 * Find the queue with the hold that a request of this thread re-enters.
	 * @return the queue, or {@code null} if there is no such hold
	 */
	@Nullable KeyQueue entered(ResolvedRequest request) {
		KeyQueue other = otherOf(request.key);
		boolean both = isHeldHere(other);
		if (both && request.mode == LockMode.EXCLUSIVE) {
			// Upgrading from shared to exclusive would self-deadlock.
			throw LockEngine.upgrade(request.name());
		}
		// A thread that writes may read, and keeps holding the lock exclusively.
		return both ? other : find(request.key);
	}

	/**
	 * Find the queue of those who hold the same lock in the other mode; permits have no
	 * other.
	 */
	private @Nullable KeyQueue otherOf(LockKey key) {
		return switch (key.mode()) {
			case EXCLUSIVE -> find(key.in(LockMode.SHARED));
			case SHARED -> find(key.in(LockMode.EXCLUSIVE));
			case PERMIT -> null;
		};
	}

	/**
	 * A lost lock is not acquired anew before it is released: the caller's caller still
	 * believes in it. Checked once no hold of the thread was found, so that a loss in
	 * between is found, too.
	 */
	void refuseLost(ResolvedRequest request) {
		loseExpired(find(request.key));
		loseExpired(otherOf(request.key));
		if (this.engine.losses.open.get() > 0) {
			LockContext.all().forEach((lock) -> {
				if (lock instanceof ObservableLock own) {
					own.refuseLost(this.engine, request);
				}
			});
		}
	}

	private static void loseExpired(@Nullable KeyQueue queue) {
		if (queue != null) {
			queue.loseExpired();
		}
	}

	/**
	 * Return how many callers wait for what a key names, in whichever mode.
	 */
	int waitingFor(LockKey key) {
		return waiting(find(key)) + waiting(otherOf(key));
	}

	private static int waiting(@Nullable KeyQueue queue) {
		return (queue != null) ? queue.waiting() : 0;
	}

	Map<LockMode, Integer> waitingByMode() {
		Map<LockMode, Integer> waiting = new EnumMap<>(LockMode.class);
		all().forEach((queue) -> waiting.merge(queue.key.mode(), queue.waiting(), Integer::sum));
		waiting.values().removeIf((number) -> number == 0);
		return waiting;
	}

	List<KeyQueue> all() {
		return List.copyOf(this.queues.values());
	}

}
