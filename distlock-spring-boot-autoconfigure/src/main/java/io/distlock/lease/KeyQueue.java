package io.distlock.lease;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.distlock.LockLostException;
import io.distlock.provider.HandOver;
import io.distlock.provider.HandOver.Renewed;
import io.distlock.provider.HandOver.Yielded;
import io.distlock.provider.Lease;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The threads of this JVM that want one key, first in, first out. At any time at most one
 * of three things is true: one of them leads, that is, asks the store; one of them holds;
 * or a lease is on its way back to the store. No one else enters meanwhile.
 */
final class KeyQueue {

	/**
	 * How many waiters and holds use this queue. Guarded by {@link KeyQueues}.
	 */
	int users;

	private final Engine engine;

	private final LockKey key;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<Waiter> waiters = new ArrayDeque<>();

	private @Nullable Waiter leader;

	private volatile @Nullable Hold holder;

	private boolean returning;

	KeyQueue(Engine engine, LockKey key) {
		this.engine = engine;
		this.key = key;
	}

	LockKey key() {
		return this.key;
	}

	int waiting() {
		this.mutex.lock();
		try {
			return this.waiters.size() + ((this.leader != null) ? 1 : 0);
		}
		finally {
			this.mutex.unlock();
		}
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
		this.mutex.lock();
		try {
			if (this.holder != hold || !hold.isHeld()) {
				return null;
			}
			hold.enter();
			return hold;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Join the queue; the waiter leads at once if nobody is before it.
	 */
	void join(Waiter waiter) {
		loseExpired();
		this.mutex.lock();
		try {
			if (isIdle() && this.waiters.isEmpty()) {
				this.leader = waiter;
				waiter.lead(0);
			}
			else {
				this.waiters.addLast(waiter);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private boolean isIdle() {
		return this.leader == null && this.holder == null && !this.returning;
	}

	private void loseExpired() {
		Hold hold = this.holder;
		if (hold != null && Nanos.reached(hold.lease().deadline())) {
			expire(hold.lease());
		}
	}

	/**
	 * Leave the queue before having been asked to lead.
	 * @return {@code false} if it is too late: the waiter leads, or has been granted
	 */
	boolean abandon(Waiter waiter) {
		this.mutex.lock();
		try {
			if (waiter.role() != Waiter.Role.QUEUED) {
				return false;
			}
			this.waiters.remove(waiter);
			waiter.leave();
			return true;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Stop leading without a grant.
	 */
	void resign(Waiter waiter) {
		Waiter next;
		this.mutex.lock();
		try {
			waiter.leave();
			this.leader = null;
			next = promote(0);
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
	}

	/**
	 * Stop leading with a grant.
	 */
	Hold granted(Waiter waiter, RemoteLease lease) {
		Hold hold = new Hold(waiter, lease);
		this.mutex.lock();
		try {
			this.leader = null;
			this.holder = hold;
			waiter.grant(hold);
		}
		finally {
			this.mutex.unlock();
		}
		this.engine.watchdog().watch(lease);
		return hold;
	}

	/**
	 * Leave a hold. The outermost exit gives the lease to the next waiter, or back to the
	 * store.
	 * @return whether the lock was still held
	 */
	boolean release(Hold hold) {
		Waiter next;
		this.mutex.lock();
		try {
			if (!hold.leave()) {
				return hold.isHeld();
			}
			hold.clearInterrupt();
			if (hold.loss() != null || Nanos.reached(hold.lease().deadline())) {
				next = null;
			}
			else {
				hold.released();
				next = passOn(hold.lease());
				if (next == null) {
					this.returning = true;
					this.holder = null;
					hold.lease().end();
				}
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (next != null) {
			next.wake();
			this.engine.queues().leave(this);
			return true;
		}
		return hold.isReleased() ? giveBack(hold) : lostBeforeRelease(hold);
	}

	private @Nullable Waiter passOn(RemoteLease lease) {
		Waiter next = this.waiters.peekFirst();
		if (next == null || this.engine.closing().isOn()
				|| !lease.canBeHandedTo(next.demand(), this.engine.settings().handOff())) {
			return null;
		}
		return grantNext(lease);
	}

	private @Nullable Waiter grantNext(RemoteLease lease) {
		Waiter next = this.waiters.pollFirst();
		if (next != null) {
			Hold hold = new Hold(next, lease);
			this.holder = hold;
			next.grant(hold);
		}
		return next;
	}

	private boolean lostBeforeRelease(Hold hold) {
		expire(hold.lease());
		return false;
	}

	private boolean giveBack(Hold hold) {
		RemoteLease lease = hold.lease();
		this.engine.watchdog().forget(lease);
		try {
			Waiter next = successor();
			return (next != null) ? yieldOrRenew(hold, next.demand()) : returnToStore(hold);
		}
		finally {
			this.engine.queues().leave(this);
		}
	}

	private @Nullable Waiter successor() {
		if (this.engine.settings().handOff().maxConsecutive() == 0 || this.engine.closing().isOn()) {
			return null;
		}
		this.mutex.lock();
		try {
			return this.waiters.peekFirst();
		}
		finally {
			this.mutex.unlock();
		}
	}

	private boolean returnToStore(Hold hold) {
		boolean held = true;
		try {
			held = this.engine.store().release(hold.lease().lease());
		}
		finally {
			returned(0);
		}
		if (!held) {
			lostInStore(hold);
		}
		return held;
	}

	private boolean yieldOrRenew(Hold hold, Demand demand) {
		Lease lease = hold.lease().lease();
		long sentAt = Nanos.now();
		HandOver answer;
		try {
			answer = this.engine.store().yieldOrRenew(lease, demand.claim());
		}
		catch (RuntimeException ex) {
			this.engine.store().withdraw(this.key, lease.owner(), hold.lease().durationNanos());
			returned(0);
			return true;
		}
		if (answer instanceof Renewed renewed) {
			renewed(new RemoteLease(this, renewed.lease(), sentAt));
			return true;
		}
		returned((answer instanceof Yielded yielded) ? yielded.backOff().toNanos() : 0);
		if (answer instanceof HandOver.Lost) {
			lostInStore(hold);
			return false;
		}
		return true;
	}

	/**
	 * Grant a renewed lease to the first waiter; to none, if all have left or it came too
	 * late.
	 */
	private void renewed(RemoteLease lease) {
		Waiter next = null;
		this.mutex.lock();
		try {
			if (lease.isWorthHaving() && lease.suits(this.waiters.peekFirst())) {
				next = grantNext(lease);
			}
			if (next != null) {
				this.returning = false;
			}
			else {
				lease.end();
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (next != null) {
			this.engine.watchdog().watch(lease);
			next.wake();
		}
		else {
			this.engine.store().release(lease.lease());
			returned(0);
		}
	}

	private void returned(long backOffNanos) {
		Waiter next;
		this.mutex.lock();
		try {
			this.returning = false;
			next = promote(backOffNanos);
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
	}

	/**
	 * Tell the owner that its release found the lock gone: it was lost at some time
	 * before.
	 */
	private void lostInStore(Hold hold) {
		LockLostException loss = this.engine.messages().lost(hold, LossReason.TAKEN);
		List<Consumer<LockLostException>> callbacks;
		this.mutex.lock();
		try {
			callbacks = hold.lost(loss);
		}
		finally {
			this.mutex.unlock();
		}
		this.engine.losses().tell(loss, hold.demand().onLost(), callbacks);
	}

	/**
	 * End a lease that ran out by the local clock. A renewal that is under way may still
	 * reach the store, so the lease is also withdrawn there.
	 */
	void expire(RemoteLease lease) {
		Hold hold = lease.hold();
		if (hold != null && lose(lease, LossReason.ofExpiry(hold))) {
			this.engine.store().giveUp(lease.lease(), lease.isRenewing());
		}
	}

	/**
	 * End a lease, and with it the hold that it has now; the next waiter starts anew.
	 * @return whether it ended by this call
	 */
	boolean lose(RemoteLease lease, LossReason reason) {
		Hold hold;
		LockLostException loss;
		List<Consumer<LockLostException>> callbacks;
		Waiter next;
		this.mutex.lock();
		try {
			hold = lease.hold();
			if (!lease.isLive() || hold == null) {
				return false;
			}
			lease.end();
			loss = this.engine.messages().lost(hold, reason);
			callbacks = hold.lost(loss);
			this.holder = null;
			next = promote(0);
		}
		finally {
			this.mutex.unlock();
		}
		this.engine.watchdog().forget(lease);
		wake(next);
		this.engine.losses().tell(loss, hold.demand().onLost(), callbacks);
		this.engine.queues().leave(this);
		return true;
	}

	/**
	 * Count a lease from a renewal that was sent at this time, unless it has ended since.
	 */
	void extend(RemoteLease lease, long sentAt) {
		this.mutex.lock();
		try {
			if (lease.isLive() && !Nanos.reached(lease.deadline())) {
				lease.extend(sentAt);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Call back when a hold is lost.
	 */
	void onLost(Hold hold, Consumer<LockLostException> callback) {
		LockLostException loss;
		this.mutex.lock();
		try {
			loss = hold.loss();
			if (loss == null) {
				hold.addCallback(callback);
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (loss != null) {
			this.engine.losses().run(() -> callback.accept(loss));
		}
	}

	void wakeAll() {
		List<Waiter> all;
		this.mutex.lock();
		try {
			all = List.copyOf(this.waiters);
		}
		finally {
			this.mutex.unlock();
		}
		all.forEach(Waiter::wake);
		wake(this.leader);
	}

	private @Nullable Waiter promote(long backOffNanos) {
		if (!isIdle()) {
			return null;
		}
		Waiter next = this.waiters.pollFirst();
		if (next != null) {
			this.leader = next;
			next.lead(backOffNanos);
		}
		return next;
	}

	private static void wake(@Nullable Waiter waiter) {
		if (waiter != null) {
			waiter.wake();
		}
	}

}
