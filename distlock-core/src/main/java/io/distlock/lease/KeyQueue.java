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
 * Waiters and holders of one key in this JVM. Changes both under one mutex, and wakes
 * waiters outside the mutex. {@link KeyPolicy} defines the rules of each mode,
 * {@link LeaseReturn} what follows when a holder leaves.
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

	final KeyPolicy policy;

	private final Consumer<KeyQueue> left;

	final ReentrantLock mutex = new ReentrantLock();

	final WaitingLine line;

	final Holders holders = new Holders();

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
	 * Stop using this queue.
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
	 * Return the current holds that match a condition.
	 */
	List<Hold> holds(Predicate<Hold> condition) {
		return this.holders.isEmpty() ? List.of() : locked(() -> this.holders.matching(condition));
	}

	List<LockSnapshot> snapshots(int waiting) {
		return this.holders.snapshots(waiting);
	}

	/**
	 * Re-enter the hold of a thread.
	 * @return the hold, or {@code null} if the thread has no hold
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
	 * Join the queue. The entry is granted or leads at once, if possible.
	 * @return {@code true} if the entry leads at once because the key is idle
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
	 * Add a reader to the holders of the key if their lease is young enough. Called under
	 * the mutex.
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
	 * @return {@code true} if the entry leads
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
	 * Return whether a store request is pointless because of the local holders. Called
	 * under the mutex.
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
	 * Return whether the store has answered a request for this key since an entry joined,
	 * so that the entry may give up. A local lock is held until its release returns.
	 * Without an answer, the next leader sends its request at once, and the answer wakes
	 * the entry.
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
	 * Record the result of an attempt without a grant.
	 * @param askedAt the time of the request
	 * @param failure the failure of the request, {@code null} if the key is busy
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
	 * Let readers join a lease, and let the next waiter request a lease that is available
	 * in parallel. Called under the mutex.
	 * @return the entries to wake
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
	 * Grant a hold of a lease to an entry. For an exclusive key, the grant is the store's
	 * answer to all other entries. The hold is registered before its owner can detect the
	 * grant and re-enter. Called under the mutex.
	 */
	private void grant(Entry entry, RemoteLease lease, long token) {
		long fencing = this.engine.store.fencing ? token : Hold.NO_TOKEN;
		Hold hold = new Hold(entry.request, entry.thread, lease, fencing, this.engine.ticker);
		this.holders.add(hold);
		this.line.grant(entry, hold, this.policy.exclusive);
	}

	/**
	 * Grant an entry a lease of this JVM. The new hold may require renewal where the
	 * previous hold did not, so the watchdog checks the lease. Called under the mutex.
	 */
	Entry passOn(Entry entry, RemoteLease lease) {
		this.engine.handOvers.increment();
		grant(entry, lease, this.policy.passOn(lease, entry.request));
		this.engine.watchdog.check(lease);
		return entry;
	}

	/**
	 * End a lease that expired by the local clock. A pending renewal may still reach the
	 * store, so the lease is also released in the store.
	 */
	@Override
	public void expire(RemoteLease lease) {
		if (lose(lease, null)) {
			this.engine.withdrawals.giveUp(lease);
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
	 * End a lease that the store no longer has. A lease that its owner released by a
	 * request is not lost; its hold ends with the call of the owner.
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
	 * End a lease with its current holds.
	 * @return {@code false} if the lease had ended before
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
	 * End a hold after a loss. Called under the mutex.
	 * @return reports the loss; to be run outside the mutex
	 */
	private Runnable lose(Hold hold, LossReason reason) {
		LockLostEvent loss = hold.lost(reason, this.engine.store.name());
		if (hold.isEntered()) {
			this.engine.losses.open.incrementAndGet();
		}
		List<Consumer<LockLostException>> callbacks = hold.lose(loss.reason());
		return () -> this.engine.losses.report(loss, hold.request.options.onLost(), hold.interrupt(), callbacks);
	}

	/**
	 * End a hold whose loss was detected by its release, after the hold has left the
	 * queue.
	 */
	void foundAtRelease(Hold hold) {
		locked(() -> lose(hold, LossReason.TAKEN)).run();
	}

	/**
	 * Register a callback for the loss of a hold, called at once for a lost hold.
	 * @param user the user that registers the callback until it is forgotten
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
	 * Remove the callbacks of a user.
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

	static void wake(@Nullable Entry entry) {
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

}
