// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.LockLostException;
import io.distlock.LockProviderException;
import io.distlock.LockSnapshot;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The places of this JVM in the line for one key, first in, first out. One of them leads,
 * and asks the store. Who holds the key is known to the kinds of queues: one owner, or
 * several.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
abstract class KeyQueue implements RemoteLease.Keeper {

	/**
	 * Number of waiters and holds that use this queue. Guarded by {@link KeyQueues}.
	 */
	int users;

	final Engine engine;

	final LockKey key;

	private final Consumer<KeyQueue> left;

	final ReentrantLock mutex = new ReentrantLock();

	/**
	 * Those who wait and do not lead. Guarded by the mutex.
	 */
	final Deque<Waiter> line = new ArrayDeque<>(2);

	private @Nullable Waiter leader;

	/**
	 * Time of the request to the store that the last answer belongs to.
	 */
	private long answeredAt;

	private boolean answered;

	private @Nullable LockProviderException failure;

	/**
	 * Create a queue.
	 * @param engine the parts of the engine
	 * @param key the key
	 * @param left called for each user that leaves
	 */
	KeyQueue(Engine engine, LockKey key, Consumer<KeyQueue> left) {
		this.engine = engine;
		this.key = key;
		this.left = left;
	}

	/**
	 * Use this queue no longer.
	 */
	void leave() {
		this.left.accept(this);
	}

	int waiting() {
		return locked(() -> this.line.size() + ((this.leader != null) ? 1 : 0));
	}

	/**
	 * Return whether a lease is being released in the store.
	 */
	abstract boolean isReturning();

	/**
	 * Describe the holds of this moment.
	 * @param waiting how many callers wait for them
	 */
	abstract List<LockSnapshot> snapshots(int waiting);

	/**
	 * Enter the hold that a thread already has.
	 * @return the hold, or {@code null} if the thread has none
	 */
	abstract @Nullable Hold reenter(Thread thread);

	abstract boolean isHeldBy(Thread thread);

	/**
	 * Join the line; the waiter is granted or leads at once if it can.
	 * @return whether the waiter leads at once, since the key is idle
	 */
	boolean join(Waiter waiter) {
		loseExpired();
		this.mutex.lock();
		try {
			waiter.enqueued();
			boolean joins = joinHolders(waiter);
			boolean leads = !joins && leads(waiter);
			if (!joins && !leads) {
				this.line.add(waiter);
			}
			return leads;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Grant a waiter at once, if those who hold the key let it join them. Called under
	 * the mutex.
	 */
	abstract boolean joinHolders(Waiter waiter);

	/**
	 * Lead at once if the key is idle.
	 * @return whether the waiter leads
	 */
	boolean leadIfIdle(Waiter waiter) {
		return locked(() -> leads(waiter));
	}

	/**
	 * Called under the mutex.
	 */
	private boolean leads(Waiter waiter) {
		boolean idle = this.leader == null && this.line.isEmpty() && !isTaken();
		if (idle) {
			lead(waiter, 0);
		}
		return idle;
	}

	/**
	 * Return whether it is no use to ask the store, because of what this queue holds.
	 * Called under the mutex.
	 */
	abstract boolean isTaken();

	private void lead(Waiter waiter, long backOffNanos) {
		this.leader = waiter;
		waiter.lead(this.engine.ticker.now() + backOffNanos);
	}

	abstract void loseExpired();

	/**
	 * Leave the line before having been asked to lead, or after having been deposed.
	 * @return {@code false} if it is too late: the waiter leads, or has been granted
	 */
	boolean abandon(Waiter waiter) {
		return locked(() -> {
			if (waiter.role != Waiter.Role.QUEUED && waiter.role != Waiter.Role.DEPOSED) {
				return false;
			}
			this.line.remove(waiter);
			waiter.leave();
			return true;
		});
	}

	/**
	 * Return whether it is known what the store says of the key since a waiter joined, so
	 * that the waiter may give up. A lock of this JVM is held until its release returns.
	 * If it is not, the leader asks at once, as soon as there is one, and the waiter is
	 * woken by the answer.
	 */
	boolean isAnswered(Waiter waiter) {
		Waiter asking = null;
		this.mutex.lock();
		try {
			boolean known = (this.leader == null && isTaken()) || isAskedSince(waiter);
			if (known || waiter.role != Waiter.Role.QUEUED) {
				return true;
			}
			if (waiter.becomeOverdue()) {
				asking = this.leader;
			}
		}
		finally {
			this.mutex.unlock();
		}
		wake(asking);
		return false;
	}

	/**
	 * Return how long an overdue waiter waits for the leader before it looks again. It
	 * takes the lead from one that does nothing, whatever became of that.
	 * @return nanoseconds, 0 if something has changed
	 */
	long patience(Waiter waiter) {
		return locked(() -> {
			if (waiter.role != Waiter.Role.QUEUED || isAskedSince(waiter)) {
				return 0L;
			}
			Waiter leader = this.leader;
			long left = (leader != null) ? waiter.patience(leader, this.engine.ticker) : 0;
			if (left > 0) {
				return left;
			}
			if (leader != null) {
				leader.depose();
			}
			this.line.remove(waiter);
			lead(waiter, 0);
			return 0L;
		});
	}

	/**
	 * Begin to ask the store.
	 * @return whether the waiter still leads
	 */
	boolean ask(Waiter waiter) {
		this.mutex.lock();
		try {
			waiter.asking = waiter == this.leader && waiter.role == Waiter.Role.LEADING;
			return waiter.asking;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Return whether the store was asked since a waiter joined, and has answered or
	 * failed.
	 */
	boolean isAskedSince(Waiter waiter) {
		return locked(() -> this.answered && this.answeredAt - waiter.joinedAt >= 0);
	}

	/**
	 * Return why the store did not say who holds the key, when it was asked last.
	 */
	@Nullable LockProviderException failure() {
		return locked(() -> (this.leader != null) ? this.failure : null);
	}

	/**
	 * Note what came of an attempt that was not granted.
	 * @param askedAt when the store was asked
	 * @param failure why it did not answer, {@code null} if the key is busy
	 */
	void answered(long askedAt, @Nullable LockProviderException failure) {
		wakeAll(locked(() -> {
			noteAnswer(askedAt, failure);
			return overdue();
		}));
	}

	/**
	 * Called under the mutex.
	 */
	void noteAnswer(long askedAt, @Nullable LockProviderException failure) {
		this.answered = true;
		this.answeredAt = askedAt;
		this.failure = failure;
	}

	/**
	 * Return those whose wait is over but for an answer. Called under the mutex.
	 */
	List<Waiter> overdue() {
		return this.line.isEmpty() ? List.of() : this.line.stream().filter(Waiter::isOverdue).toList();
	}

	/**
	 * Stop leading without a grant. One who was deposed has nothing to hand on.
	 */
	void resign(Waiter waiter) {
		wake(locked(() -> {
			waiter.leave();
			return (waiter == this.leader) ? nextLeads(0) : null;
		}));
	}

	/**
	 * Stop leading with a grant.
	 */
	abstract void granted(Waiter waiter, RemoteLease lease);

	/**
	 * Give a waiter a hold of a lease. Called under the mutex.
	 */
	Hold grant(Waiter waiter, RemoteLease lease, long token) {
		long fencing = this.engine.store.fencing ? token : Hold.NO_TOKEN;
		Hold hold = new Hold(waiter.request, waiter.thread, lease, fencing, this.engine.ticker);
		if (waiter == this.leader) {
			this.leader = null;
		}
		waiter.grant(hold);
		return hold;
	}

	/**
	 * Leave a hold.
	 */
	Exit leave(Hold hold) {
		Waiter next;
		this.mutex.lock();
		try {
			if (!hold.leave()) {
				return hold.isHeld() ? Exit.INNER : Exit.LOST;
			}
			hold.clearInterrupt();
			if (hold.loss != null) {
				this.engine.counters.lostLocks.decrementAndGet();
			}
			if (hold.loss != null || hold.lease.hasExpired()) {
				return Exit.LOST;
			}
			hold.released();
			next = successor(hold);
			if (next == null && !isKept(hold.lease)) {
				hold.lease.end();
				this.engine.watchdog.forget(hold.lease);
				return this.line.isEmpty() ? Exit.TO_RETURN : Exit.TO_OFFER;
			}
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
		return Exit.PASSED_ON;
	}

	/**
	 * End a hold that was released, and give its lease to the next in line, if that needs
	 * no word to the store. Called under the mutex.
	 * @return the one who has it now, {@code null} if none does
	 */
	abstract @Nullable Waiter successor(Hold hold);

	/**
	 * Return whether a lease is held by others; otherwise it is on its way back to the
	 * store from now on. Called under the mutex.
	 */
	abstract boolean isKept(RemoteLease lease);

	/**
	 * Return what the one who is next asks for and may be handed the lease of this queue
	 * by the store, or {@code null} if there is none.
	 */
	abstract @Nullable ResolvedRequest next();

	/**
	 * Grant a lease that came back renewed to the next in line, if it is what that one
	 * asked for.
	 * @return whether it was granted
	 */
	abstract boolean passOnRenewed(RemoteLease lease);

	/**
	 * The lease is back in the store: the next in line may ask for it.
	 */
	abstract void returned(long backOffNanos);

	/**
	 * Let the next in line lead. Called under the mutex.
	 * @return the one who leads, to be woken
	 */
	@Nullable Waiter nextLeads(long backOffNanos) {
		this.leader = null;
		Waiter next = this.line.pollFirst();
		if (next != null) {
			lead(next, backOffNanos);
		}
		return next;
	}

	/**
	 * End a lease that ran out by the local clock. A renewal that is under way may still
	 * reach the store, so the lease is also given up there.
	 */
	@Override
	public void expire(RemoteLease lease) {
		if (lose(lease, null)) {
			this.engine.store.giveUp(lease);
		}
	}

	@Override
	public void renewed(RemoteLease lease, long sentAt) {
		this.mutex.lock();
		try {
			lease.extend(sentAt);
		}
		finally {
			this.mutex.unlock();
		}
	}

	@Override
	public void taken(RemoteLease lease) {
		lose(lease, LossReason.TAKEN);
	}

	/**
	 * End a lease, and with it the holds that it has now.
	 * @return whether it had not ended before
	 */
	abstract boolean lose(RemoteLease lease, @Nullable LossReason known);

	/**
	 * End a hold by a loss. Called under the mutex.
	 * @return reports it, to be run without the mutex
	 */
	Runnable lose(Hold hold, LossReason reason) {
		LockLostException loss = this.engine.messages.lost(hold, reason);
		if (hold.isEntered()) {
			this.engine.counters.lostLocks.incrementAndGet();
		}
		List<Consumer<LockLostException>> callbacks = hold.lose(loss);
		return () -> this.engine.losses.report(hold, loss, callbacks);
	}

	/**
	 * End a hold by a loss that its release found, after it has given up its place.
	 */
	void foundAtRelease(Hold hold) {
		locked(() -> lose(hold, LossReason.TAKEN)).run();
	}

	/**
	 * Have a callback called when a hold is lost, at once if it is.
	 * @param user who asks for it, until it is forgotten
	 */
	void onLost(Hold hold, Object user, Consumer<LockLostException> callback) {
		LockLostException loss = locked(() -> {
			if (hold.loss == null) {
				hold.addCallback(user, callback);
			}
			return hold.loss;
		});
		if (loss != null) {
			this.engine.losses.callBack(callback, loss);
		}
	}

	/**
	 * Call a user of a hold back no longer.
	 */
	void forget(Hold hold, Object user) {
		locked(() -> {
			hold.removeCallbacks(user);
			return true;
		});
	}

	void wakeAll() {
		wakeAll(locked(() -> {
			List<Waiter> all = new ArrayList<>(this.line);
			if (this.leader != null) {
				all.add(this.leader);
			}
			return all;
		}));
	}

	static void wakeAll(List<Waiter> waiters) {
		waiters.forEach(Waiter::wake);
	}

	static void wake(@Nullable Waiter waiter) {
		if (waiter != null) {
			waiter.wake();
		}
	}

	<T extends @Nullable Object> T locked(Supplier<T> action) {
		this.mutex.lock();
		try {
			return action.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Result of leaving a hold.
	 */
	enum Exit {

		/**
		 * An inner one of several re-entries was left.
		 */
		INNER,

		/**
		 * Another local hold has the lease.
		 */
		PASSED_ON,

		/**
		 * The lease must go back to the store.
		 */
		TO_RETURN,

		/**
		 * The lease must go back to the store, which may let the next in line have it.
		 */
		TO_OFFER,

		/**
		 * The hold was lost before.
		 */
		LOST

	}

}
