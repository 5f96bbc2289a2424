package io.distlock.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.LockLostException;
import io.distlock.LockSnapshot;
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

	private final LeaseReturn leaseReturn;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<Waiter> waiters = new ArrayDeque<>();

	private @Nullable Waiter leader;

	private volatile @Nullable Hold holder;

	private boolean returning;

	KeyQueue(Engine engine, LockKey key) {
		this.engine = engine;
		this.key = key;
		this.leaseReturn = new LeaseReturn(engine, this);
	}

	LockKey key() {
		return this.key;
	}

	int waiting() {
		return locked(() -> this.waiters.size() + ((this.leader != null) ? 1 : 0));
	}

	/**
	 * Describe the hold of this moment.
	 * @return the hold, or {@code null} if nobody of this JVM holds the key
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
	 * Join the queue; the waiter leads at once if nobody is before it.
	 */
	void join(Waiter waiter) {
		loseExpired();
		this.mutex.lock();
		try {
			if (!leadIfIdle(waiter)) {
				this.waiters.addLast(waiter);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Lead at once if nobody of this JVM uses the key.
	 * @return whether the waiter leads
	 */
	boolean leadIfIdle(Waiter waiter) {
		return locked(() -> {
			boolean idle = isIdle() && this.waiters.isEmpty();
			if (idle) {
				this.leader = waiter;
				waiter.lead(0);
			}
			return idle;
		});
	}

	private boolean isIdle() {
		return this.leader == null && this.holder == null && !this.returning;
	}

	private void loseExpired() {
		Hold hold = this.holder;
		if (hold != null && hold.lease().hasExpired()) {
			this.engine.losses().expire(hold.lease());
		}
	}

	/**
	 * Leave the queue before having been asked to lead.
	 * @return {@code false} if it is too late: the waiter leads, or has been granted
	 */
	boolean abandon(Waiter waiter) {
		return locked(() -> {
			if (waiter.role() != Waiter.Role.QUEUED) {
				return false;
			}
			this.waiters.remove(waiter);
			waiter.leave();
			return true;
		});
	}

	/**
	 * Stop leading without a grant.
	 */
	void resign(Waiter waiter) {
		wake(locked(() -> {
			waiter.leave();
			this.leader = null;
			return promote(0);
		}));
	}

	/**
	 * Stop leading with a grant.
	 */
	Hold granted(Waiter waiter, RemoteLease lease) {
		return locked(() -> {
			this.leader = null;
			return grant(waiter, lease);
		});
	}

	/**
	 * Let a waiter hold. The lease is watched before anybody can end the hold, and again
	 * at each hand-over, since the next hold may want the renewals that this one did not.
	 */
	private Hold grant(Waiter waiter, RemoteLease lease) {
		Hold hold = new Hold(waiter, lease);
		this.holder = hold;
		waiter.grant(hold);
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
			if (hold.loss() != null || hold.lease().hasExpired()) {
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
		return hold.isReleased() ? this.leaseReturn.giveBack(hold) : lostBeforeRelease(hold);
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
			this.engine.tally().handedOver();
			grant(next, lease);
		}
		return next;
	}

	private boolean lostBeforeRelease(Hold hold) {
		this.engine.losses().expire(hold.lease());
		return false;
	}

	/**
	 * Return the one who is next, or {@code null} if nobody waits.
	 */
	@Nullable Waiter first() {
		return locked(this.waiters::peekFirst);
	}

	/**
	 * Grant a lease that came back renewed to the first waiter, if it is what that one
	 * asked for.
	 * @return whether it was granted
	 */
	boolean passOnRenewed(RemoteLease lease) {
		Waiter next = locked(() -> {
			Waiter granted = lease.suits(this.waiters.peekFirst()) ? grantNext(lease) : null;
			this.returning = granted == null;
			return granted;
		});
		if (next == null) {
			return false;
		}
		next.wake();
		return true;
	}

	/**
	 * The lease is back in the store: the next waiter may ask for it.
	 */
	void returned(long backOffNanos) {
		wake(locked(() -> {
			this.returning = false;
			return promote(backOffNanos);
		}));
	}

	/**
	 * End a lease, and with it the hold that it has now. Nobody enters before
	 * {@link #returned}.
	 * @return what is to be told, or {@code null} if it had ended before
	 */
	@Nullable Loss end(RemoteLease lease, LossReason reason) {
		return locked(() -> {
			Hold hold = lease.hold();
			if (!lease.isLive() || hold == null) {
				return null;
			}
			lease.end();
			this.holder = null;
			this.returning = true;
			return hold.lose(this.engine.messages().lost(hold, reason));
		});
	}

	/**
	 * End a hold by a loss after it has given up its place.
	 */
	Loss endReleased(Hold hold, LossReason reason) {
		return locked(() -> hold.lose(this.engine.messages().lost(hold, reason)));
	}

	/**
	 * Count a lease from a renewal that was sent at this time, unless it has ended since.
	 */
	void extend(RemoteLease lease, long sentAt) {
		this.mutex.lock();
		try {
			if (lease.isLive() && !lease.hasExpired()) {
				lease.extend(sentAt);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Have a callback called when a hold is lost.
	 * @return the loss, if it is too late for that
	 */
	@Nullable LockLostException onLost(Hold hold, Consumer<LockLostException> callback) {
		return locked(() -> {
			if (hold.loss() == null) {
				hold.addCallback(callback);
			}
			return hold.loss();
		});
	}

	void wakeAll() {
		List<Waiter> all = locked(() -> {
			List<Waiter> here = new ArrayList<>(this.waiters);
			if (this.leader != null) {
				here.add(this.leader);
			}
			return here;
		});
		all.forEach(Waiter::wake);
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

	private <T extends @Nullable Object> T locked(Supplier<T> action) {
		this.mutex.lock();
		try {
			return action.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

}
