// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.queue;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The rules of the queue of nodes, as stores have them: one lock, whose lease and grace
 * are points in time.
 */
final class QueueRules {

	static final int NONE = -1;

	private static final long GRACE = 50;

	private final TreeMap<Long, Integer> queue = new TreeMap<>();

	private final QueueBug bug;

	private final QueueTerms terms;

	private boolean marked;

	private int holder = NONE;

	private int keptFor = NONE;

	private long keptUntil;

	private long leaseEnd;

	private long token;

	private long tickets;

	QueueRules(QueueTerms terms, QueueBug bug) {
		this.terms = terms;
		this.bug = bug;
	}

	/**
	 * Ask for the lock.
	 * @param waits whether the node takes its place in the queue if it is busy
	 * @param ticket the ticket that it has; zero if none yet
	 */
	Answer attempt(long now, int node, long lease, boolean waits, long ticket) {
		long left = (this.holder != NONE) ? this.leaseEnd - now : this.keptUntil - now;
		boolean mine = this.holder == NONE && this.keptFor == node;
		if (left <= 0 || mine) {
			if (waits) {
				this.queue.values().remove(node);
				this.marked = !this.queue.isEmpty() && this.bug != QueueBug.MARK_LOST_BY_GRANT;
			}
			this.holder = node;
			this.leaseEnd = now + lease;
			this.keptUntil = now;
			this.token++;
			return new Answer(true, this.token, 0, 0);
		}
		if (!waits) {
			return new Answer(false, left, 0, 0);
		}
		this.marked = true;
		long mineNow = this.queue.entrySet()
			.stream()
			.filter((place) -> place.getValue() == node)
			.map(Map.Entry::getKey)
			.findFirst()
			.orElseGet(() -> enter(node, ticket));
		return new Answer(false, left, mineNow, this.queue.headMap(mineNow).size());
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
		if (this.holder != node) {
			return NONE;
		}
		this.holder = NONE;
		return wake(now, this.terms.seesGoneAtRelease() ? isGone : (id) -> false);
	}

	int pass(long now, long released, IntPredicate isGone) {
		return (this.holder == NONE && this.token == released) ? wake(now, isGone) : NONE;
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
		return this.holder == NONE || this.leaseEnd <= now;
	}

	boolean isHeldBy(int node) {
		return this.holder == node;
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
	 */
	record Answer(boolean granted, long value, long ticket, int before) {

	}

}
