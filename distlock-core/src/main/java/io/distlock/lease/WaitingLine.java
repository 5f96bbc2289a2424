// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

import io.distlock.LockProviderException;
import io.distlock.internal.task.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The order of those who wait for one key in this JVM, first in, first out. The first in
 * line leads, and asks the store; the others wait for what it hands over, and for what
 * the store has answered. Guarded by the mutex of the {@link KeyQueue}.
 */
final class WaitingLine {

	private final Ticker ticker;

	/**
	 * Those who wait and do not lead.
	 */
	private final Deque<Ticket> line = new ArrayDeque<>(2);

	private @Nullable Ticket leader;

	/**
	 * Time of the request to the store that the last answer belongs to.
	 */
	private long answeredAt;

	private boolean answered;

	private @Nullable LockProviderException failure;

	WaitingLine(Ticker ticker) {
		this.ticker = ticker;
	}

	int size() {
		return this.line.size() + ((this.leader != null) ? 1 : 0);
	}

	/**
	 * Return whether a ticket waits behind the leader.
	 */
	boolean hasNext() {
		return !this.line.isEmpty();
	}

	@Nullable Ticket next() {
		return this.line.peekFirst();
	}

	Ticket takeNext() {
		return this.line.removeFirst();
	}

	boolean isLed() {
		return this.leader != null;
	}

	void add(Ticket ticket) {
		this.line.add(ticket);
	}

	/**
	 * Lead at once if no one waits.
	 * @return whether the ticket leads
	 */
	boolean leadIfEmpty(Ticket ticket) {
		boolean empty = this.leader == null && this.line.isEmpty();
		if (empty) {
			lead(ticket, 0);
		}
		return empty;
	}

	private void lead(Ticket ticket, long backOffNanos) {
		this.leader = ticket;
		ticket.lead(this.ticker.now() + backOffNanos);
	}

	/**
	 * Let the next in line lead.
	 * @return the one who leads, to be woken
	 */
	@Nullable Ticket nextLeads(long backOffNanos) {
		this.leader = null;
		Ticket next = this.line.pollFirst();
		if (next != null) {
			lead(next, backOffNanos);
		}
		return next;
	}

	/**
	 * Stop leading without a grant. One who was deposed has nothing to hand on.
	 * @return the one who leads instead
	 */
	@Nullable Ticket resign(Ticket ticket) {
		ticket.leave();
		return (ticket == this.leader) ? nextLeads(0) : null;
	}

	/**
	 * Let a ticket lead no more that was granted what it waits for.
	 * @param answers whether that is the store's answer to all others
	 */
	void granted(Ticket ticket, boolean answers) {
		if (answers) {
			answered(this.ticker.now(), null);
		}
		if (ticket == this.leader) {
			this.leader = null;
		}
	}

	/**
	 * Take out of the line all who join the holders of the key.
	 * @param joins grants a ticket, if it can
	 * @return those who were granted
	 */
	List<Ticket> removeIf(Predicate<Ticket> joins) {
		List<Ticket> joined = new ArrayList<>();
		Iterator<Ticket> waiting = this.line.iterator();
		while (waiting.hasNext()) {
			Ticket ticket = waiting.next();
			if (joins.test(ticket)) {
				waiting.remove();
				joined.add(ticket);
			}
		}
		return joined;
	}

	/**
	 * Leave the line before having been asked to lead, or after having been deposed.
	 * @return {@code false} if it is too late: the ticket leads, or has been granted
	 */
	boolean abandon(Ticket ticket) {
		if (ticket.role != Ticket.Role.QUEUED && ticket.role != Ticket.Role.DEPOSED) {
			return false;
		}
		this.line.remove(ticket);
		ticket.leave();
		return true;
	}

	/**
	 * Begin to ask the store.
	 * @return whether the ticket still leads
	 */
	boolean ask(Ticket ticket) {
		ticket.asking = ticket == this.leader && ticket.role == Ticket.Role.LEADING;
		return ticket.asking;
	}

	/**
	 * Note what the store has answered.
	 * @param askedAt when it was asked
	 * @param failure why it did not answer, {@code null} if it did
	 */
	void answered(long askedAt, @Nullable LockProviderException failure) {
		this.answered = true;
		this.answeredAt = askedAt;
		this.failure = failure;
	}

	/**
	 * Return whether the store was asked since a ticket joined, and has answered or
	 * failed.
	 */
	boolean isAskedSince(Ticket ticket) {
		return this.answered && this.answeredAt - ticket.joinedAt >= 0;
	}

	/**
	 * Return why the store did not say who holds the key, when it was asked last.
	 */
	@Nullable LockProviderException failure() {
		return (this.leader != null) ? this.failure : null;
	}

	/**
	 * Note that a ticket waits for nothing but an answer.
	 * @return the one who is to be woken, so that it asks at once
	 */
	@Nullable Ticket becomesOverdue(Ticket ticket) {
		return ticket.becomeOverdue() ? this.leader : null;
	}

	/**
	 * Return those whose wait is over but for an answer.
	 */
	List<Ticket> overdue() {
		return this.line.isEmpty() ? List.of() : this.line.stream().filter((ticket) -> ticket.overdue).toList();
	}

	/**
	 * Return how long an overdue ticket waits for the leader before it looks again. It
	 * takes the lead from one that does nothing, whatever became of that.
	 * @return nanoseconds, 0 if something has changed
	 */
	long patience(Ticket ticket) {
		if (ticket.role != Ticket.Role.QUEUED || isAskedSince(ticket)) {
			return 0;
		}
		long left = (this.leader != null) ? ticket.patience(this.leader, this.ticker) : 0;
		if (left > 0) {
			return left;
		}
		if (this.leader != null) {
			this.leader.depose();
		}
		this.line.remove(ticket);
		lead(ticket, 0);
		return 0;
	}

	List<Ticket> all() {
		List<Ticket> all = new ArrayList<>(this.line);
		if (this.leader != null) {
			all.add(this.leader);
		}
		return all;
	}

}
