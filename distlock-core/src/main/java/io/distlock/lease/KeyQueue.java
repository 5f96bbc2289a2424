/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
 * The places of this JVM in the line for one key, first in, first out. The key is always
 * in one {@link State}; only an idle one is entered.
 */
final class KeyQueue {

	/**
	 * How many waiters and holds use this queue. Guarded by {@link KeyQueues}.
	 */
	int users;

	private final Engine engine;

	private final LockKey key;

	private final Consumer<KeyQueue> left;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<Ticket> line = new ArrayDeque<>(2);

	private volatile State state = State.IDLE;

	private @Nullable Ticket leader;

	private volatile @Nullable Hold holder;

	/**
	 * When the store was asked to which the last answer belongs.
	 */
	private long answeredAt;

	private boolean answered;

	private @Nullable LockProviderException failure;

	/**
	 * Create a queue.
	 * @param engine the parts of the engine
	 * @param key the key
	 * @param left told of each user that leaves
	 */
	KeyQueue(Engine engine, LockKey key, Consumer<KeyQueue> left) {
		this.engine = engine;
		this.key = key;
		this.left = left;
	}

	LockKey key() {
		return this.key;
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
	 * Return whether the store is being told that the lease has ended.
	 */
	boolean isReturning() {
		return locked(() -> this.state == State.RETURNING);
	}

	/**
	 * Describe the hold of this moment.
	 * @return the hold, or {@code null} if this JVM does not hold the key
	 */
	@Nullable LockSnapshot snapshot() {
		Hold hold = this.holder;
		return (hold != null && hold.isHeld()) ? hold.snapshot(waiting()) : null;
	}

	/**
	 * Enter the hold that a thread already has.
	 * @return the hold, or {@code null} if the thread has none
	 */
	@Nullable Hold reenter(Thread thread) {
		Hold hold = this.holder;
		if (hold == null || !hold.isOwnedBy(thread)) {
			return null;
		}
		return locked(() -> {
			if (this.holder != hold || !hold.isHeld()) {
				return null;
			}
			hold.enter();
			return hold;
		});
	}

	boolean isHeldBy(Thread thread) {
		Hold hold = this.holder;
		return hold != null && hold.isOwnedBy(thread) && hold.isHeld();
	}

	/**
	 * Join the line; the ticket leads at once if the key is idle.
	 */
	void join(Ticket ticket) {
		loseExpired();
		locked(() -> leadIfIdle(ticket) || this.line.add(ticket));
	}

	/**
	 * Lead at once if the key is idle.
	 * @return whether the ticket leads
	 */
	boolean leadIfIdle(Ticket ticket) {
		return locked(() -> {
			boolean idle = this.state == State.IDLE && this.line.isEmpty();
			if (idle) {
				lead(ticket, 0);
			}
			return idle;
		});
	}

	private void lead(Ticket ticket, long backOffNanos) {
		this.state = State.ASKED;
		this.leader = ticket;
		ticket.lead(this.engine.ticker().now() + backOffNanos);
	}

	void loseExpired() {
		Hold hold = this.holder;
		if (hold != null && hold.lease().hasExpired()) {
			expire(hold.lease());
		}
	}

	/**
	 * Leave the line before having been asked to lead.
	 * @return {@code false} if it is too late: the ticket leads, or has been granted
	 */
	boolean abandon(Ticket ticket) {
		return locked(() -> {
			if (ticket.role() != Ticket.Role.QUEUED) {
				return false;
			}
			this.line.remove(ticket);
			ticket.leave();
			return true;
		});
	}

	/**
	 * Return whether it is known what the store says of the key since a ticket joined, so
	 * that the ticket may give up. A lock of this JVM is held until its release returns.
	 * If it is not, the leader asks at once, as soon as there is one, and the ticket is
	 * woken by the answer.
	 */
	boolean isAnswered(Ticket ticket) {
		Ticket asking = null;
		this.mutex.lock();
		try {
			boolean known = this.state != State.ASKED || isAskedSince(ticket);
			if (known || ticket.role() != Ticket.Role.QUEUED) {
				return true;
			}
			if (ticket.becomeOverdue()) {
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
	 * Return whether the store was asked since a ticket joined, and has answered or
	 * failed.
	 */
	boolean isAskedSince(Ticket ticket) {
		return locked(() -> this.answered && this.answeredAt - ticket.joinedAt() >= 0);
	}

	/**
	 * Return why the store did not say who holds the key, when it was asked last.
	 */
	@Nullable LockProviderException failure() {
		return locked(() -> (this.state == State.ASKED) ? this.failure : null);
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

	private void noteAnswer(long askedAt, @Nullable LockProviderException failure) {
		this.answered = true;
		this.answeredAt = askedAt;
		this.failure = failure;
	}

	private List<Ticket> overdue() {
		return this.line.isEmpty() ? List.of() : this.line.stream().filter(Ticket::isOverdue).toList();
	}

	/**
	 * Stop leading without a grant.
	 */
	void resign(Ticket ticket) {
		wake(locked(() -> {
			ticket.leave();
			return idle(0);
		}));
	}

	/**
	 * Stop leading with a grant.
	 */
	void granted(Ticket ticket, RemoteLease lease) {
		wakeAll(locked(() -> {
			grant(ticket, lease);
			this.engine.watchdog().watch(new Tenure(lease));
			return overdue();
		}));
	}

	private void grant(Ticket ticket, RemoteLease lease) {
		Hold hold = new Hold(ticket.demand(), ticket.thread(), lease, this.engine.ticker());
		noteAnswer(this.engine.ticker().now(), null);
		this.state = State.HELD;
		this.leader = null;
		this.holder = hold;
		ticket.grant(hold);
	}

	/**
	 * Leave a hold. The outermost exit gives the lease to the next in line, if that needs
	 * no word to the store.
	 */
	Exit leave(Hold hold) {
		Ticket next;
		this.mutex.lock();
		try {
			if (!hold.leave()) {
				return hold.isHeld() ? Exit.INNER : Exit.LOST;
			}
			hold.clearInterrupt();
			if (hold.loss() != null) {
				this.engine.counters().lostLockLeft();
			}
			if (hold.loss() != null || hold.lease().hasExpired()) {
				return Exit.LOST;
			}
			hold.released();
			next = this.line.peekFirst();
			if (next == null || !canPassOn(hold.lease(), next.demand())) {
				this.state = State.RETURNING;
				this.holder = null;
				hold.lease().end();
				this.engine.watchdog().forget(hold.lease());
				return Exit.TO_RETURN;
			}
			passOn(hold.lease());
		}
		finally {
			this.mutex.unlock();
		}
		next.wake();
		return Exit.PASSED_ON;
	}

	private boolean canPassOn(RemoteLease lease, ResolvedRequest demand) {
		return !this.engine.closing().isOn() && lease.canBeHandedTo(demand, this.engine.settings().handOff());
	}

	/**
	 * The next hold may want the renewals that this one did not, so the watchdog looks
	 * again.
	 */
	private Ticket passOn(RemoteLease lease) {
		Ticket next = this.line.removeFirst();
		this.engine.counters().handedOver();
		grant(next, lease);
		this.engine.watchdog().look(lease);
		return next;
	}

	/**
	 * Return what the one who is next asks for, or {@code null} if there is no waiter.
	 */
	@Nullable ResolvedRequest next() {
		return locked(() -> {
			Ticket next = this.line.peekFirst();
			return (next != null) ? next.demand() : null;
		});
	}

	/**
	 * Grant a lease that came back renewed to the next in line, if it is what that one
	 * asked for.
	 * @return whether it was granted
	 */
	boolean passOnRenewed(RemoteLease lease) {
		Ticket next = locked(() -> {
			Ticket first = this.line.peekFirst();
			if (first == null || !lease.suits(first.demand())) {
				return null;
			}
			this.engine.watchdog().watch(new Tenure(lease));
			return passOn(lease);
		});
		wake(next);
		return next != null;
	}

	/**
	 * The lease is back in the store: the next in line may ask for it.
	 */
	void returned(long backOffNanos) {
		wake(locked(() -> idle(backOffNanos)));
	}

	private @Nullable Ticket idle(long backOffNanos) {
		this.state = State.IDLE;
		this.leader = null;
		Ticket next = this.line.pollFirst();
		if (next != null) {
			lead(next, backOffNanos);
		}
		return next;
	}

	/**
	 * End a lease that ran out by the local clock. A renewal that is under way may still
	 * reach the store, so the lease is also given up there.
	 */
	void expire(RemoteLease lease) {
		if (lose(lease, null)) {
			this.engine.store().giveUp(lease);
		}
	}

	/**
	 * End a lease, and with it the hold that it has now.
	 * @return whether it had not ended before
	 */
	private boolean lose(RemoteLease lease, @Nullable LossReason known) {
		this.engine.watchdog().forget(lease);
		Hold hold;
		Runnable telling;
		this.mutex.lock();
		try {
			hold = this.holder;
			if (!lease.isLive() || hold == null || hold.lease() != lease) {
				return false;
			}
			lease.end();
			telling = lose(hold, (known != null) ? known : LossReason.ofExpiry(hold));
			this.holder = null;
			this.state = State.RETURNING;
		}
		finally {
			this.mutex.unlock();
		}
		returned(0);
		leave();
		telling.run();
		return true;
	}

	private Runnable lose(Hold hold, LossReason reason) {
		LockLostException loss = this.engine.messages().lost(hold, reason);
		if (hold.isEntered()) {
			this.engine.counters().lockLost();
		}
		List<Consumer<LockLostException>> callbacks = hold.lose(loss);
		return () -> this.engine.losses().tell(hold, loss, callbacks);
	}

	/**
	 * End a hold by a loss that its release found, after it has given up its place.
	 */
	void foundAtRelease(Hold hold) {
		locked(() -> lose(hold, LossReason.TAKEN)).run();
	}

	/**
	 * Have a callback called when a hold is lost, at once if it is.
	 */
	void onLost(Hold hold, Consumer<LockLostException> callback) {
		LockLostException loss = locked(() -> {
			if (hold.loss() == null) {
				hold.addCallback(callback);
			}
			return hold.loss();
		});
		if (loss != null) {
			this.engine.losses().callBack(callback, loss);
		}
	}

	void wakeAll() {
		wakeAll(locked(() -> {
			List<Ticket> all = new ArrayList<>(this.line);
			if (this.leader != null) {
				all.add(this.leader);
			}
			return all;
		}));
	}

	private static void wakeAll(List<Ticket> tickets) {
		tickets.forEach(Ticket::wake);
	}

	private static void wake(@Nullable Ticket ticket) {
		if (ticket != null) {
			ticket.wake();
		}
	}

	private <T extends @Nullable Object> T locked(Supplier<T> action) {
		this.mutex.lock();
		try {
			return action.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Who of this JVM has to do with a key.
	 */
	private enum State {

		/**
		 * No one.
		 */
		IDLE,

		/**
		 * The leader asks the store.
		 */
		ASKED,

		/**
		 * A thread holds the key.
		 */
		HELD,

		/**
		 * A lease is on its way back to the store.
		 */
		RETURNING

	}

	/**
	 * What came of leaving a hold.
	 */
	enum Exit {

		/**
		 * An inner one of several re-entries was left.
		 */
		INNER,

		/**
		 * The next in line holds the lease.
		 */
		PASSED_ON,

		/**
		 * The lease must go back to the store.
		 */
		TO_RETURN,

		/**
		 * The hold was lost before.
		 */
		LOST

	}

	/**
	 * A lease of this queue, as the watchdog sees it.
	 */
	private final class Tenure implements Watchdog.Watched {

		private final RemoteLease lease;

		Tenure(RemoteLease lease) {
			this.lease = lease;
		}

		@Override
		public RemoteLease lease() {
			return this.lease;
		}

		@Override
		public boolean wantsRenewal() {
			Hold hold = KeyQueue.this.holder;
			return hold != null && hold.lease() == this.lease && hold.wantsRenewal();
		}

		@Override
		public void renewed(long sentAt) {
			locked(() -> {
				this.lease.extend(sentAt);
				return true;
			});
		}

		@Override
		public void expired() {
			expire(this.lease);
		}

		@Override
		public void taken() {
			lose(this.lease, LossReason.TAKEN);
		}

	}

}
