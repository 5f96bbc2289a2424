// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.TimeUnit;

import io.distlock.internal.task.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * A place in the queue of a key. The first in line leads: it asks the store on behalf of
 * the JVM. The others are granted what the one before them hands over. Changed by the
 * queue alone.
 */
class Ticket {

	private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

	/**
	 * Whether the store is being asked for this leader. Turned on under the mutex of the
	 * queue, and off by a plain write: that cannot fail, even where the stack is full.
	 */
	volatile boolean asking;

	final ResolvedRequest request;

	final @Nullable Thread thread;

	final long joinedAt;

	volatile Role role = Role.QUEUED;

	volatile @Nullable Hold hold;

	volatile long notBefore;

	boolean overdue;

	private @Nullable Ticket awaited;

	private long graceEnd;

	/**
	 * Create a place.
	 * @param request what is asked for
	 * @param thread the thread that will own the hold, {@code null} if none does
	 * @param now the time
	 */
	Ticket(ResolvedRequest request, @Nullable Thread thread, long now) {
		this.request = request;
		this.thread = thread;
		this.joinedAt = now;
		this.notBefore = now;
	}

	/**
	 * Check the role, if anything waits here; return immediately.
	 */
	void wake() {
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
	void enqueued() {
		this.role = Role.QUEUED;
		this.overdue = false;
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

	/**
	 * Return how much more time a leader has, whose answer is awaited. A leader that was
	 * woken asks the store at once, or half a second after it failed, so one that has not
	 * begun after twice that time has no thread, or is dead. While it asks, and while it
	 * has to wait before it may, it is not to blame.
	 * @return nanoseconds, not positive if it has done nothing for too long
	 */
	long patience(Ticket leader, Ticker ticker) {
		long early = Math.max(0, ticker.left(leader.notBefore));
		if (leader != this.awaited || leader.asking || early > 0) {
			this.awaited = leader;
			this.graceEnd = ticker.now() + early + GRACE;
		}
		return ticker.left(this.graceEnd);
	}

	enum Role {

		QUEUED, LEADING, DEPOSED, GRANTED, ABANDONED

	}

}
