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
 * Queues of all keys with a waiter or a holder in this JVM. A queue exists while it has
 * users; a waiter counts as a user until it leaves or its hold ends. The holder of a key
 * re-enters the key.
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
	 * Return whether this thread holds the requested lock. A thread with an exclusive
	 * lock may also read, and keeps its exclusive lock.
	 */
	private boolean isHeld(ResolvedRequest request) {
		return isHeldHere(find(request.key))
				|| request.key.mode() == LockMode.SHARED && isHeldHere(otherOf(request.key));
	}

	private static boolean isHeldHere(@Nullable KeyQueue queue) {
		return queue != null && queue.isHeldBy(Thread.currentThread());
	}

	/**
	 * Find the queue of the hold that a request of this thread re-enters.
	 * @return the queue, or {@code null} without such a hold
	 */
	@Nullable KeyQueue entered(ResolvedRequest request) {
		KeyQueue other = otherOf(request.key);
		boolean both = isHeldHere(other);
		if (both && request.key.mode() == LockMode.EXCLUSIVE) {
			// Upgrading from shared to exclusive would self-deadlock.
			throw LockEngine.upgrade(request.name());
		}
		// A thread that writes may read, and keeps holding the lock exclusively.
		return both ? other : find(request.key);
	}

	/**
	 * Find the queue of the same lock in the other mode; permits have no other mode.
	 */
	private @Nullable KeyQueue otherOf(LockKey key) {
		return switch (key.mode()) {
			case EXCLUSIVE -> find(key.in(LockMode.SHARED));
			case SHARED -> find(key.in(LockMode.EXCLUSIVE));
			case PERMIT -> null;
		};
	}

	/**
	 * Refuse to acquire a lost lock again before its release, because an outer caller
	 * still relies on the lock. Checked after the search for a hold of this thread, so
	 * that a concurrent loss is detected as well.
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
	 * Return the number of callers that wait for the name of a key, in all modes.
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
