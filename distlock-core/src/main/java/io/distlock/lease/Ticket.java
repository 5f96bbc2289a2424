// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import org.jspecify.annotations.Nullable;

/**
 * A place in the queue of a key. The first in line leads: it asks the store on behalf of
 * the JVM. The others are granted what the one before them hands over. Changed by the
 * queue alone.
 */
final class Ticket {

	private final ResolvedRequest request;

	private final @Nullable Thread thread;

	private final Runnable wakeUp;

	private final long joinedAt;

	private final Asking asking;

	private volatile Role role = Role.QUEUED;

	private volatile @Nullable Hold hold;

	private volatile long notBefore;

	private boolean overdue;

	/**
	 * Create a place.
	 * @param request what is asked for
	 * @param thread the thread that will own the hold, {@code null} if none does
	 * @param wakeUp makes the waiter check its role; returns immediately
	 * @param now the time
	 * @param asking whether the store is being asked, which several places may share
	 */
	Ticket(ResolvedRequest request, @Nullable Thread thread, Runnable wakeUp, long now, Asking asking) {
		this.request = request;
		this.thread = thread;
		this.wakeUp = wakeUp;
		this.joinedAt = now;
		this.asking = asking;
		this.notBefore = now;
	}

	void wake() {
		this.wakeUp.run();
	}

	/**
	 * Become the one who asks the store, but not before some time.
	 */
	void lead(long notBefore) {
		this.notBefore = notBefore;
		this.role = Role.LEADING;
	}

	void grant(Hold hold) {
		this.hold = hold;
		this.role = Role.GRANTED;
	}

	void leave() {
		this.role = Role.ABANDONED;
	}

	/**
	 * Lead no more, because of having done nothing.
	 */
	void depose() {
		if (this.role == Role.LEADING) {
			this.role = Role.DEPOSED;
		}
	}

	/**
	 * Stand in line, perhaps again, after having been deposed.
	 */
	void queue() {
		this.role = Role.QUEUED;
		this.overdue = false;
	}

	Asking asking() {
		return this.asking;
	}

	/**
	 * Note that the wait is over, and only the store's answer is awaited.
	 * @return whether that is news
	 */
	boolean becomeOverdue() {
		boolean news = !this.overdue;
		this.overdue = true;
		return news;
	}

	boolean isOverdue() {
		return this.overdue;
	}

	ResolvedRequest request() {
		return this.request;
	}

	@Nullable Thread thread() {
		return this.thread;
	}

	long joinedAt() {
		return this.joinedAt;
	}

	Role role() {
		return this.role;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

	long notBefore() {
		return this.notBefore;
	}

	enum Role {

		QUEUED, LEADING, DEPOSED, GRANTED, ABANDONED

	}

	/**
	 * Whether the store is being asked for a leader. Turned on under the mutex of the
	 * queue, and off by a plain write: that cannot fail, even where the stack is full.
	 */
	static final class Asking {

		volatile boolean on;

	}

}
