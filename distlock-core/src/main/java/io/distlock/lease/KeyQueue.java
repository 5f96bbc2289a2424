// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockProviderException;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The queue of this JVM for one key, first in, first out, and those who hold the key. The
 * first in line leads, and asks the store; the others wait for what it hands over.
 * <ul>
 * <li>Exclusive: one owner. The key is idle, asked for, held, or on its way back to the
 * store; only an idle key is asked for. A lease goes from one owner to the next, each
 * with a token of its own.</li>
 * <li>Shared: readers share one lease. While it is young, a new one joins without a
 * request to the store. After that a new lease is requested, behind the waiters in the
 * store, so that an endless stream of local readers does not starve writers.</li>
 * <li>Permits: each has a lease of its own, which is passed on to waiters of this JVM
 * while it is young. Then it is released to the store, which knows the next waiter.</li>
 * </ul>
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class KeyQueue implements RemoteLease.Keeper {

	/**
	 * Number of waiters and holds that use this queue. Guarded by {@link KeyQueues}.
	 */
	int users;

	final Engine engine;

	final LockKey key;

	private final boolean exclusive;

	private final Consumer<KeyQueue> left;

	private final ReentrantLock mutex = new ReentrantLock();

	/**
	 * Those who wait and do not lead. Guarded by the mutex.
	 */
	private final Deque<Ticket> line = new ArrayDeque<>(2);

	private @Nullable Ticket leader;

	/**
	 * Time of the request to the store that the last answer belongs to.
	 */
	private long answeredAt;

	private boolean answered;

	private @Nullable LockProviderException failure;

	/**
	 * The holds of all leases. Changed under the mutex, each time as a whole.
	 */
	private volatile List<Hold> holds = List.of();

	/**
	 * The lease that readers may join, until its window closes.
	 */
	private @Nullable RemoteLease open;

	private long closesAt;

	/**
	 * Number of leases on their way back to the store.
	 */
	private int returning;

	/**
	 * Create a queue.
	 * @param engine the parts of the engine
	 * @param key the key
	 * @param left called for each user that leaves
	 */
	KeyQueue(Engine engine, LockKey key, Consumer<KeyQueue> left) {
		this.engine = engine;
		this.key = key;
		this.exclusive = key.mode() == LockMode.EXCLUSIVE;
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
	boolean isReturning() {
		return locked(() -> this.returning > 0);
	}

	/**
	 * Return the holds of this moment for which something is true.
	 */
	List<Hold> holds(Predicate<Hold> condition) {
		return this.holds.isEmpty() ? List.of() : locked(() -> this.holds.stream().filter(condition).toList());
	}

	/**
	 * Describe the holds of this moment.
	 * @param waiting how many callers wait for them
	 */
	List<LockSnapshot> snapshots(int waiting) {
		return this.holds.stream().filter(Hold::isHeld).map((hold) -> hold.snapshot(waiting)).toList();
	}

	/**
	 * Enter the hold that a thread already has.
	 * @return the hold, or {@code null} if the thread has none
	 */
	@Nullable Hold reenter(Thread thread) {
		return !isHeldBy(thread) ? null : locked(() -> {
			Hold hold = holdOf(thread);
			if (hold != null) {
				hold.enter();
			}
			return hold;
		});
	}

	boolean isHeldBy(Thread thread) {
		return holdOf(thread) != null;
	}

	private @Nullable Hold holdOf(Thread thread) {
		for (Hold hold : this.holds) {
			if (hold.isOwnedBy(thread) && hold.isHeld()) {
				return hold;
			}
		}
		return null;
	}

	private boolean isHeld(RemoteLease lease) {
		for (Hold hold : this.holds) {
			if (hold.lease == lease) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Join the line; the ticket is granted or leads at once if it can.
	 * @return whether the ticket leads at once, since the key is idle
	 */
	boolean join(Ticket ticket) {
		loseExpired();
		this.mutex.lock();
		try {
			ticket.enqueued();
			boolean joins = joinHolders(ticket);
			boolean leads = !joins && leads(ticket);
			if (!joins && !leads) {
				this.line.add(ticket);
			}
			return leads;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Let a reader join those who hold the key, if their lease is young enough. Called
	 * under the mutex.
	 */
	private boolean joinHolders(Ticket ticket) {
		RemoteLease lease = this.open;
		if (lease == null || !isOpen() || !canShare(ticket, lease)) {
			return false;
		}
		this.engine.handOvers.increment();
		grant(ticket, lease, lease.lastToken());
		this.engine.watchdog.check(lease);
		return true;
	}

	private boolean isOpen() {
		return !this.engine.ticker.reached(this.closesAt) && !this.engine.closing;
	}

	private static boolean canShare(Ticket ticket, RemoteLease lease) {
		return ticket.request.autoRenew && lease.suits(ticket.request.leaseNanos) && lease.isWorthHaving();
	}

	/**
	 * Lead at once if the key is idle.
	 * @return whether the ticket leads
	 */
	boolean leadIfIdle(Ticket ticket) {
		return locked(() -> leads(ticket));
	}

	/**
	 * Called under the mutex.
	 */
	private boolean leads(Ticket ticket) {
		boolean idle = this.leader == null && this.line.isEmpty() && !isTaken();
		if (idle) {
			lead(ticket, 0);
		}
		return idle;
	}

	/**
	 * Return whether it is no use to ask the store, because of what this queue holds.
	 * Called under the mutex.
	 */
	private boolean isTaken() {
		return this.exclusive && (!this.holds.isEmpty() || this.returning > 0);
	}

	private void lead(Ticket ticket, long backOffNanos) {
		this.leader = ticket;
		ticket.lead(this.engine.ticker.now() + backOffNanos);
	}

	void loseExpired() {
		for (Hold hold : this.holds) {
			if (hold.lease.hasExpired()) {
				expire(hold.lease);
			}
		}
	}

	/**
	 * Leave the line before having been asked to lead, or after having been deposed.
	 * @return {@code false} if it is too late: the ticket leads, or has been granted
	 */
	boolean abandon(Ticket ticket) {
		return locked(() -> {
			if (ticket.role != Ticket.Role.QUEUED && ticket.role != Ticket.Role.DEPOSED) {
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
			boolean known = (this.leader == null && isTaken()) || isAskedSince(ticket);
			if (known || ticket.role != Ticket.Role.QUEUED) {
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
	 * Return how long an overdue ticket waits for the leader before it looks again. It
	 * takes the lead from one that does nothing, whatever became of that.
	 * @return nanoseconds, 0 if something has changed
	 */
	long patience(Ticket ticket) {
		return locked(() -> {
			if (ticket.role != Ticket.Role.QUEUED || isAskedSince(ticket)) {
				return 0L;
			}
			Ticket leader = this.leader;
			long left = (leader != null) ? ticket.patience(leader, this.engine.ticker) : 0;
			if (left > 0) {
				return left;
			}
			if (leader != null) {
				leader.depose();
			}
			this.line.remove(ticket);
			lead(ticket, 0);
			return 0L;
		});
	}

	/**
	 * Begin to ask the store.
	 * @return whether the ticket still leads
	 */
	boolean ask(Ticket ticket) {
		return locked(() -> ticket.asking = ticket == this.leader && ticket.role == Ticket.Role.LEADING);
	}

	/**
	 * Return whether the store was asked since a ticket joined, and has answered or
	 * failed.
	 */
	boolean isAskedSince(Ticket ticket) {
		return locked(() -> this.answered && this.answeredAt - ticket.joinedAt >= 0);
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
	private void noteAnswer(long askedAt, @Nullable LockProviderException failure) {
		this.answered = true;
		this.answeredAt = askedAt;
		this.failure = failure;
	}

	/**
	 * Return those whose wait is over but for an answer. Called under the mutex.
	 */
	private List<Ticket> overdue() {
		return this.line.isEmpty() ? List.of() : this.line.stream().filter((ticket) -> ticket.overdue).toList();
	}

	/**
	 * Stop leading without a grant. One who was deposed has nothing to hand on.
	 */
	void resign(Ticket ticket) {
		wake(locked(() -> {
			ticket.leave();
			return (ticket == this.leader) ? nextLeads(0) : null;
		}));
	}

	/**
	 * Stop leading with a grant.
	 */
	void granted(Ticket ticket, RemoteLease lease) {
		List<Ticket> woken;
		this.mutex.lock();
		try {
			grant(ticket, lease, lease.takeToken(ticket.request.autoRenew));
			this.engine.watchdog.watch(lease);
			woken = this.exclusive ? overdue() : othersMayHold(ticket, lease);
		}
		finally {
			this.mutex.unlock();
		}
		wakeAll(woken);
	}

	/**
	 * Let readers join a lease, and the next in line ask for one that it need not wait
	 * for. Called under the mutex.
	 * @return those who are to be woken
	 */
	private List<Ticket> othersMayHold(Ticket ticket, RemoteLease lease) {
		List<Ticket> woken = new ArrayList<>(overdue());
		if (this.key.mode() == LockMode.SHARED && ticket.request.autoRenew) {
			this.open = lease;
			this.closesAt = this.engine.ticker.now() + this.engine.handOffNanos;
			woken.addAll(joinAll());
		}
		Ticket next = nextLeads(0);
		if (next != null) {
			woken.add(next);
		}
		return woken;
	}

	private List<Ticket> joinAll() {
		List<Ticket> joined = new ArrayList<>();
		Iterator<Ticket> waiting = this.line.iterator();
		while (waiting.hasNext()) {
			Ticket ticket = waiting.next();
			if (joinHolders(ticket)) {
				waiting.remove();
				joined.add(ticket);
			}
		}
		return joined;
	}

	/**
	 * Give a ticket a hold of a lease. For an exclusive key that is the store's answer to
	 * all others. The hold is known before its owner can learn of it and enter again.
	 * Called under the mutex.
	 */
	private void grant(Ticket ticket, RemoteLease lease, long token) {
		long fencing = this.engine.store.fencing ? token : Hold.NO_TOKEN;
		Hold hold = new Hold(ticket.request, ticket.thread, lease, fencing, this.engine.ticker);
		if (this.exclusive) {
			noteAnswer(this.engine.ticker.now(), null);
		}
		this.holds = this.holds.isEmpty() ? List.of(hold)
				: Stream.concat(this.holds.stream(), Stream.of(hold)).toList();
		ticket.grant(hold);
		if (ticket == this.leader) {
			this.leader = null;
		}
	}

	/**
	 * Leave a hold.
	 */
	Exit leave(Hold hold) {
		Ticket next;
		this.mutex.lock();
		try {
			if (!hold.leave()) {
				return hold.isHeld() ? Exit.INNER : Exit.LOST;
			}
			hold.clearInterrupt();
			if (hold.loss != null) {
				this.engine.losses.open.decrementAndGet();
			}
			if (hold.loss != null || hold.lease.hasExpired(this.engine.ticker.now())) {
				return Exit.LOST;
			}
			hold.released = true;
			remove(hold);
			next = successor(hold);
			if (next == null && !isHeld(hold.lease)) {
				this.returning++;
				end(hold.lease);
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

	private void remove(Hold hold) {
		this.holds = (this.holds.size() > 1) ? this.holds.stream().filter((other) -> other != hold).toList()
				: List.of();
	}

	/**
	 * End a lease that has no holds any more. Called under the mutex.
	 */
	private void end(RemoteLease lease) {
		lease.end();
		if (this.open == lease) {
			this.open = null;
		}
	}

	/**
	 * Give the lease of a hold that was released to the next in line, if that needs no
	 * word to the store. Called under the mutex.
	 * @return the one who has it now, {@code null} if none does
	 */
	private @Nullable Ticket successor(Hold hold) {
		Ticket next = this.line.peekFirst();
		return (next != null && canPassOn(hold, next.request)) ? passOn(hold.lease) : null;
	}

	private boolean canPassOn(Hold hold, ResolvedRequest request) {
		RemoteLease lease = hold.lease;
		boolean suits = !this.engine.closing && request.autoRenew && lease.suits(request.leaseNanos);
		return suits && switch (this.key.mode()) {
			case EXCLUSIVE -> lease.canBeHandedOn(this.engine.handOffNanos);
			case PERMIT -> request.claim.permits().equals(hold.request.claim.permits())
					&& lease.canBePassedOn(this.engine.handOffs, this.engine.handOffNanos);
			case SHARED -> false;
		};
	}

	/**
	 * The next hold may want the renewals that this one did not, so the watchdog looks
	 * again.
	 */
	private Ticket passOn(RemoteLease lease) {
		Ticket next = this.line.removeFirst();
		this.engine.handOvers.increment();
		grant(next, lease, this.exclusive ? lease.takeToken(next.request.autoRenew) : lease.passOn());
		this.engine.watchdog.check(lease);
		return next;
	}

	/**
	 * Return what the one who is next asks for and may be handed the lease of this queue
	 * by the store, or {@code null} if there is none. The store hands nothing over of
	 * what several may hold: it knows better who is next.
	 */
	@Nullable ResolvedRequest next() {
		return locked(() -> {
			Ticket next = this.exclusive ? this.line.peekFirst() : null;
			return (next != null) ? next.request : null;
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
			if (first == null || !lease.suits(first.request.leaseNanos)) {
				return null;
			}
			this.returning--;
			this.engine.watchdog.watch(lease);
			return passOn(lease);
		});
		wake(next);
		return next != null;
	}

	/**
	 * The lease is back in the store: the next in line may ask for it.
	 */
	void returned(long backOffNanos) {
		Ticket next;
		this.mutex.lock();
		try {
			this.returning--;
			next = this.exclusive ? nextLeads(backOffNanos) : null;
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
	}

	/**
	 * Let the next in line lead. Called under the mutex.
	 * @return the one who leads, to be woken
	 */
	private @Nullable Ticket nextLeads(long backOffNanos) {
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
	@Override
	public void expire(RemoteLease lease) {
		if (lose(lease, null)) {
			this.engine.store.giveUp(lease);
		}
	}

	@Override
	public void renewed(RemoteLease lease, long sentAt) {
		locked(() -> {
			lease.extend(sentAt);
			return lease;
		});
	}

	@Override
	public void taken(RemoteLease lease) {
		lose(lease, LossReason.TAKEN);
	}

	/**
	 * End a lease, and with it the holds that it has now.
	 * @return whether it had not ended before
	 */
	private boolean lose(RemoteLease lease, @Nullable LossReason known) {
		this.engine.watchdog.forget(lease);
		List<Runnable> reports = new ArrayList<>(1);
		wake(locked(() -> {
			List<Hold> lost = this.holds.stream().filter((hold) -> hold.lease == lease).toList();
			// A thread that finds no holder must find that a lock was lost.
			lost.forEach((hold) -> reports.add(lose(hold, (known != null) ? known : hold.expiry())));
			this.holds = this.holds.stream().filter((hold) -> hold.lease != lease).toList();
			end(lease);
			return (this.exclusive && !lost.isEmpty()) ? nextLeads(0) : null;
		}));
		reports.forEach((report) -> {
			leave();
			report.run();
		});
		return !reports.isEmpty();
	}

	@Override
	public boolean wantsRenewal(RemoteLease lease) {
		for (Hold hold : this.holds) {
			if (hold.lease == lease && hold.wantsRenewal()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * End a hold by a loss. Called under the mutex.
	 * @return reports it, to be run without the mutex
	 */
	private Runnable lose(Hold hold, LossReason reason) {
		LockLostException loss = hold.lost(reason, this.engine.store.name());
		if (hold.isEntered()) {
			this.engine.losses.open.incrementAndGet();
		}
		List<Consumer<LockLostException>> callbacks = hold.lose(loss);
		return () -> this.engine.losses.report(loss, hold.request.onLost, hold.interrupt(), callbacks);
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

	@Override
	public <T extends @Nullable Object> T locked(Supplier<T> action) {
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
