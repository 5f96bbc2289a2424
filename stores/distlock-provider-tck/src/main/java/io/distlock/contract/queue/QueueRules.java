// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The rules of the queue of nodes, as stores have them: one lock that one node holds, or
 * as many as there are permits, and whose leases and grace are points in time.
 */
final class QueueRules {

	static final int NONE = -1;

	private static final long GRACE = 50;

	private static final long NOT_POLLED = 10_000;

	private final TreeMap<Long, Integer> queue = new TreeMap<>();

	private final QueueBug bug;

	private final QueueTerms terms;

	private final Map<Integer, Long> leaseEnds = new HashMap<>();

	private final int permits;

	private boolean marked;

	private int keptFor = NONE;

	private long keptUntil;

	private long token;

	private long tickets;

	QueueRules(QueueTerms terms, int permits, QueueBug bug) {
		this.terms = terms;
		this.permits = permits;
		this.bug = bug;
	}

	/**
	 * Ask for the lock.
	 * @param waits whether the node takes its place in the queue if it is busy
	 * @param ticket the ticket that it has; zero if none yet
	 * @param isGone whether the server knows that a node has gone
	 */
	Answer attempt(long now, int node, long lease, boolean waits, long ticket, IntPredicate isGone) {
		long left = busyFor(now, node);
		if (left <= 0) {
			return granted(now, node, lease, waits, isGone);
		}
		if (!waits) {
			return new Answer(false, left, 0, 0, NONE);
		}
		this.marked = true;
		long mineNow = this.queue.entrySet()
			.stream()
			.filter((place) -> place.getValue() == node)
			.map(Map.Entry::getKey)
			.findFirst()
			.orElseGet(() -> enter(node, ticket));
		return new Answer(false, left, mineNow, this.queue.headMap(mineNow).size(), NONE);
	}

	private long busyFor(long now, int node) {
		long held = held(now);
		if (held >= this.permits) {
			return this.leaseEnds.values()
				.stream()
				.mapToLong(Long::longValue)
				.filter((end) -> end > now)
				.min()
				.orElse(now) - now;
		}
		long kept = (this.keptFor != node && held + 1 >= this.permits) ? this.keptUntil - now : 0;
		return (kept > 0 && !this.terms.pollsReserved()) ? NOT_POLLED : kept;
	}

	private long held(long now) {
		return this.leaseEnds.values().stream().filter((end) -> end > now).count();
	}

	private Answer granted(long now, int node, long lease, boolean waits, IntPredicate isGone) {
		if (waits) {
			this.queue.values().remove(node);
			this.marked = !this.queue.isEmpty() && this.bug != QueueBug.MARK_LOST_BY_GRANT;
		}
		this.leaseEnds.values().removeIf((end) -> end <= now);
		this.leaseEnds.put(node, now + lease);
		this.keptUntil = now;
		this.token++;
		boolean room = this.leaseEnds.size() < this.permits;
		return new Answer(true, this.token, 0, 0, room ? wake(now, isGone) : NONE);
	}

	private long enter(int node, long ticket) {
		long drawn = (ticket == 0) ? ++this.tickets : ticket;
		this.queue.put(drawn, node);
		return drawn;
	}

	/**
	 * Release the lock if it is the node's.
	 * @param isGone whether the server knows that a node has gone
	 * @return the node that is woken
	 */
	int release(long now, int node, IntPredicate isGone) {
		if (this.leaseEnds.remove(node) == null) {
			return NONE;
		}
		return wake(now, this.terms.seesGoneAtRelease() ? isGone : (id) -> false);
	}

	int pass(long now, long released, IntPredicate isGone) {
		boolean beside = held(now) > 0;
		if (this.token != released || held(now) >= this.permits || beside && this.bug == QueueBug.UNUSED_PERMIT_STAYS) {
			return NONE;
		}
		return wake(now, isGone);
	}

	private int wake(long now, IntPredicate isGone) {
		int woken = NONE;
		while (this.marked && woken == NONE && !this.queue.isEmpty()) {
			int head = this.queue.pollFirstEntry().getValue();
			woken = isGone.test(head) ? NONE : head;
		}
		this.marked = woken != NONE && !this.queue.isEmpty();
		this.keptFor = (this.terms.fair() && this.bug != QueueBug.NO_GRACE) ? woken : NONE;
		this.keptUntil = (this.keptFor != NONE) ? now + GRACE : now;
		return woken;
	}

	boolean isFree(long now) {
		return held(now) < this.permits;
	}

	boolean isHeldBy(int node) {
		return this.leaseEnds.containsKey(node);
	}

	long token() {
		return this.token;
	}

	/**
	 * What an attempt is answered.
	 *
	 * @param granted whether the lock was granted
	 * @param value the token, or what is left until it may be free
	 * @param ticket the place in the queue
	 * @param before how many are before
	 * @param woken the node that is woken, since there is room for it as well
	 */
	record Answer(boolean granted, long value, long ticket, int before, int woken) {

	}

}
