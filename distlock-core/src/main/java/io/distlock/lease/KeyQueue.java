// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.distlock.LockLostException;
import io.distlock.LockProviderException;
import io.distlock.lease.WaitingLine.Entry;
import io.distlock.lease.WaitingLine.Role;
import io.distlock.monitor.LockLostEvent;
import io.distlock.monitor.LockSnapshot;
import io.distlock.monitor.LockWaiter;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The queue of this JVM for one key: those who wait for it, and those who hold it. Keeps
 * both in step under one mutex, and wakes waiters without it. What a mode allows is in
 * {@link KeyPolicy}.
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

	private final KeyPolicy policy;

	private final Consumer<KeyQueue> left;

	private final ReentrantLock mutex = new ReentrantLock();

	private final WaitingLine line;

	private final Holders holders = new Holders();

	/**
	 * Create a queue.
	 * @param engine the parts of the engine
	 * @param key the key
	 * @param left called for each user that leaves
	 */
	KeyQueue(Engine engine, LockKey key, Consumer<KeyQueue> left) {
		this.engine = engine;
		this.key = key;
		this.policy = KeyPolicy.of(key.mode());
		this.left = left;
		this.line = new WaitingLine(engine.ticker);
	}

	/**
	 * Use this queue no longer.
	 */
	void leave() {
		this.left.accept(this);
	}

	int waiting() {
		return locked(this.line::size);
	}

	List<LockWaiter> waiters() {
		return locked(this.line::waiters);
	}

	/**
	 * Return whether a lease is being released in the store.
	 */
	boolean isReturning() {
		return locked(this.holders::isReturning);
	}

	/**
	 * Return the holds of this moment for which something is true.
	 */
	List<Hold> holds(Predicate<Hold> condition) {
		return this.holders.isEmpty() ? List.of() : locked(() -> this.holders.matching(condition));
	}

	List<LockSnapshot> snapshots(int waiting) {
		return this.holders.snapshots(waiting);
	}

	/**
	 * Enter the hold that a thread already has.
	 * @return the hold, or {@code null} if the thread has none
	 */
	@Nullable Hold reenter(Thread thread) {
		return !isHeldBy(thread) ? null : locked(() -> {
			Hold hold = this.holders.of(thread);
			if (hold != null) {
				hold.enter();
			}
			return hold;
		});
	}

	boolean isHeldBy(Thread thread) {
		return this.holders.of(thread) != null;
	}

	/**
	 * Join the line; the entry is granted or leads at once if it can.
	 * @return whether the entry leads at once, since the key is idle
	 */
	boolean join(Entry entry) {
		loseExpired();
		this.mutex.lock();
		try {
			boolean joins = joinHolders(entry);
			boolean leads = !joins && leads(entry);
			if (!joins && !leads) {
				this.line.add(entry);
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
	private boolean joinHolders(Entry entry) {
		RemoteLease lease = this.engine.closing ? null : this.holders.opened(this.engine.ticker.now());
		if (lease == null || !canShare(entry, lease)) {
			return false;
		}
		passOn(entry, lease);
		return true;
	}

	private static boolean canShare(Entry entry, RemoteLease lease) {
		return entry.request.autoRenew && lease.suits(entry.request.leaseNanos) && lease.isWorthHaving();
	}

	/**
	 * Lead at once if the key is idle.
	 * @return whether the entry leads
	 */
	boolean leadIfIdle(Entry entry) {
		return locked(() -> leads(entry));
	}

	/**
	 * Called under the mutex.
	 */
	private boolean leads(Entry entry) {
		return !isTaken() && this.line.leadIfEmpty(entry);
	}

	/**
	 * Return whether it is no use to ask the store, because of what this queue holds.
	 * Called under the mutex.
	 */
	private boolean isTaken() {
		return this.policy.exclusive && this.holders.areBusy();
	}

	void loseExpired() {
		for (Hold hold : this.holders.all()) {
			if (hold.lease.hasExpired()) {
				expire(hold.lease);
			}
		}
	}

	boolean abandon(Entry entry) {
		return locked(() -> this.line.abandon(entry));
	}

	/**
	 * Return whether it is known what the store says of the key since an entry joined, so
	 * that the entry may give up. A lock of this JVM is held until its release returns.
	 * If it is not, the leader asks at once, as soon as there is one, and the entry is
	 * woken by the answer.
	 */
	boolean isAnswered(Entry entry) {
		Entry asking;
		this.mutex.lock();
		try {
			boolean known = (!this.line.isLed() && isTaken()) || this.line.isAskedSince(entry);
			if (known || entry.role != Role.QUEUED) {
				return true;
			}
			asking = this.line.markOverdue(entry);
		}
		finally {
			this.mutex.unlock();
		}
		wake(asking);
		return false;
	}

	long patience(Entry entry) {
		return locked(() -> this.line.patience(entry));
	}

	boolean ask(Entry entry) {
		return locked(() -> this.line.ask(entry));
	}

	boolean isAskedSince(Entry entry) {
		return locked(() -> this.line.isAskedSince(entry));
	}

	@Nullable LockProviderException failure() {
		return locked(this.line::failure);
	}

	/**
	 * Note what came of an attempt that was not granted.
	 * @param askedAt when the store was asked
	 * @param failure why it did not answer, {@code null} if the key is busy
	 */
	void answered(long askedAt, @Nullable LockProviderException failure) {
		wakeAll(locked(() -> {
			this.line.answered(askedAt, failure);
			return this.line.overdue();
		}));
	}

	void resign(Entry entry) {
		wake(locked(() -> this.line.resign(entry)));
	}

	/**
	 * Stop leading with a grant.
	 */
	void granted(Entry entry, RemoteLease lease) {
		List<Entry> woken;
		this.mutex.lock();
		try {
			grant(entry, lease, lease.takeToken(entry.request.autoRenew));
			this.engine.watchdog.watch(lease);
			woken = this.policy.exclusive ? this.line.overdue() : othersMayHold(entry, lease);
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
	private List<Entry> othersMayHold(Entry entry, RemoteLease lease) {
		List<Entry> woken = new ArrayList<>(this.line.overdue());
		if (this.policy.open && entry.request.autoRenew) {
			this.holders.open(lease, this.engine.ticker.now() + this.engine.handOffNanos);
			woken.addAll(this.line.removeIf(this::joinHolders));
		}
		Entry next = this.line.nextLeads(0);
		if (next != null) {
			woken.add(next);
		}
		return woken;
	}

	/**
	 * Give an entry a hold of a lease. For an exclusive key that is the store's answer to
	 * all others. The hold is known before its owner can learn of it and enter again.
	 * Called under the mutex.
	 */
	private void grant(Entry entry, RemoteLease lease, long token) {
		long fencing = this.engine.store.fencing ? token : Hold.NO_TOKEN;
		Hold hold = new Hold(entry.request, entry.thread, lease, fencing, this.engine.ticker);
		this.holders.add(hold);
		this.line.grant(entry, hold, this.policy.exclusive);
	}

	/**
	 * Leave a hold.
	 */
	Exit leave(Hold hold) {
		Entry next;
		this.mutex.lock();
		try {
			if (!hold.leave()) {
				return hold.isHeld() ? Exit.INNER : Exit.LOST;
			}
			hold.clearInterrupt();
			if (hold.loss != null) {
				this.engine.losses.open.decrementAndGet();
			}
			if (hold.loss != null || (!hold.lease.isReturned() && hold.lease.hasExpired(this.engine.ticker.now()))) {
				return Exit.LOST;
			}
			hold.released = true;
			boolean last = this.holders.remove(hold);
			next = successor(hold);
			if (next == null && last) {
				this.holders.beginReturn(hold.lease);
				this.engine.watchdog.forget(hold.lease);
				return this.line.hasNext() ? Exit.TO_OFFER : Exit.TO_RETURN;
			}
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
		return Exit.PASSED_ON;
	}

	/**
	 * Begin to release a hold by a request of its owner. The watchdog does not renew the
	 * lease meanwhile.
	 * @return whether the request may be sent, since no other caller uses the lease
	 */
	boolean beginReleaseRequest(Hold hold) {
		return locked(() -> {
			boolean sole = this.policy.exclusive && hold.isSoleEntry() && !this.line.hasNext();
			if (!sole || !hold.isHeld()) {
				return false;
			}
			hold.lease.expectRelease();
			this.engine.watchdog.forget(hold.lease);
			return true;
		});
	}

	/**
	 * Renew the lease again, since the request had no effect that is known.
	 * @param answered whether the store has answered
	 */
	void endReleaseRequest(Hold hold, boolean answered) {
		boolean taken = locked(() -> {
			if (hold.isHeld()) {
				this.engine.watchdog.watch(hold.lease);
			}
			return answered && hold.lease.dropExpectedRelease();
		});
		if (taken) {
			taken(hold.lease);
		}
	}

	/**
	 * Give the lease of a hold that was released to the next in line, if that needs no
	 * word to the store. Called under the mutex.
	 * @return the one who has it now, {@code null} if none does
	 */
	private @Nullable Entry successor(Hold hold) {
		Entry next = this.line.next();
		return (next != null && canPassOn(hold, next.request)) ? passOn(this.line.takeNext(), hold.lease) : null;
	}

	private boolean canPassOn(Hold hold, ResolvedRequest next) {
		return !this.engine.closing && next.autoRenew && hold.lease.suits(next.leaseNanos)
				&& this.policy.canPassOn(hold, next, this.engine.handOffs, this.engine.handOffNanos);
	}

	/**
	 * Give an entry a lease that this JVM has. The next hold may want the renewals that
	 * others did not, so the watchdog looks again. Called under the mutex.
	 */
	private Entry passOn(Entry entry, RemoteLease lease) {
		this.engine.handOvers.increment();
		grant(entry, lease, this.policy.passOn(lease, entry.request));
		this.engine.watchdog.check(lease);
		return entry;
	}

	/**
	 * Return what the one who is next asks for and may be handed the lease of this queue
	 * by the store, or {@code null} if there is none. The store hands nothing over of
	 * what several may hold: it knows better who is next.
	 */
	@Nullable ResolvedRequest next() {
		return locked(() -> {
			Entry next = this.policy.exclusive ? this.line.next() : null;
			return (next != null) ? next.request : null;
		});
	}

	/**
	 * Grant a lease that came back renewed to the next in line, if it is what that one
	 * asked for.
	 * @return whether it was granted
	 */
	boolean passOnRenewed(RemoteLease lease) {
		Entry next = locked(() -> {
			Entry first = this.line.next();
			if (first == null || !lease.suits(first.request.leaseNanos)) {
				return null;
			}
			this.holders.endReturn();
			this.engine.watchdog.watch(lease);
			return passOn(this.line.takeNext(), lease);
		});
		wake(next);
		return next != null;
	}

	/**
	 * The lease is back in the store: the next in line may ask for it.
	 */
	void returned(long backOffNanos) {
		Entry next;
		this.mutex.lock();
		try {
			this.holders.endReturn();
			next = this.policy.exclusive ? this.line.nextLeads(backOffNanos) : null;
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
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

	/**
	 * A lease that its owner has released by a request is not lost. Its hold ends with
	 * the owner's call.
	 */
	@Override
	public void taken(RemoteLease lease) {
		if (lease.isReturnedByRequest()) {
			this.engine.watchdog.forget(lease);
		}
		else {
			lose(lease, LossReason.TAKEN);
		}
	}

	/**
	 * End a lease, and with it the holds that it has now.
	 * @return whether it had not ended before
	 */
	private boolean lose(RemoteLease lease, @Nullable LossReason known) {
		this.engine.watchdog.forget(lease);
		List<Runnable> reports = new ArrayList<>(1);
		wake(locked(() -> {
			List<Hold> lost = this.holders.matching((hold) -> hold.lease == lease);
			// A thread that finds no holder must find that a lock was lost.
			lost.forEach((hold) -> reports.add(lose(hold, (known != null) ? known : hold.expiry())));
			this.holders.end(lease);
			return (this.policy.exclusive && !lost.isEmpty()) ? this.line.nextLeads(0) : null;
		}));
		reports.forEach((report) -> {
			leave();
			report.run();
		});
		return !reports.isEmpty();
	}

	@Override
	public boolean wantsRenewal(RemoteLease lease) {
		return this.holders.wantRenewal(lease);
	}

	/**
	 * End a hold by a loss. Called under the mutex.
	 * @return reports it, to be run without the mutex
	 */
	private Runnable lose(Hold hold, LossReason reason) {
		LockLostEvent loss = hold.lost(reason, this.engine.store.name());
		if (hold.isEntered()) {
			this.engine.losses.open.incrementAndGet();
		}
		List<Consumer<LockLostException>> callbacks = hold.lose(loss.reason());
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
		wakeAll(locked(this.line::all));
	}

	private static void wakeAll(List<Entry> entries) {
		entries.forEach(Entry::wake);
	}

	private static void wake(@Nullable Entry entry) {
		if (entry != null) {
			entry.wake();
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
