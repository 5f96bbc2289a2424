// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.List;
import java.util.function.Consumer;

import io.distlock.LockSnapshot;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The line for a key that one owner holds at a time. It is idle, asked for, held, or on
 * its way back to the store; only an idle key is asked for.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class ExclusiveQueue extends KeyQueue {

	private volatile @Nullable Hold holder;

	private boolean returning;

	ExclusiveQueue(Engine engine, LockKey key, Consumer<KeyQueue> left) {
		super(engine, key, left);
	}

	@Override
	boolean isReturning() {
		return locked(() -> this.returning);
	}

	@Override
	List<LockSnapshot> snapshots(int waiting) {
		Hold hold = this.holder;
		return (hold != null && hold.isHeld()) ? List.of(hold.snapshot(waiting)) : List.of();
	}

	@Override
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

	@Override
	boolean isHeldBy(Thread thread) {
		Hold hold = this.holder;
		return hold != null && hold.isOwnedBy(thread) && hold.isHeld();
	}

	@Override
	boolean joinHolders(Waiter waiter) {
		return false;
	}

	@Override
	boolean isTaken() {
		return this.holder != null || this.returning;
	}

	@Override
	void loseExpired() {
		Hold hold = this.holder;
		if (hold != null && hold.lease.hasExpired()) {
			expire(hold.lease);
		}
	}

	@Override
	void granted(Waiter waiter, RemoteLease lease) {
		List<Waiter> overdue;
		this.mutex.lock();
		try {
			grant(waiter, lease);
			this.engine.watchdog.watch(lease);
			overdue = overdue();
		}
		finally {
			this.mutex.unlock();
		}
		wakeAll(overdue);
	}

	private void grant(Waiter waiter, RemoteLease lease) {
		noteAnswer(this.engine.ticker.now(), null);
		this.returning = false;
		this.holder = grant(waiter, lease, lease.takeToken(waiter.request.autoRenew));
	}

	@Override
	@Nullable Waiter successor(Hold hold) {
		Waiter next = this.line.peekFirst();
		return (next != null && canPassOn(hold.lease, next.request)) ? passOn(hold.lease) : null;
	}

	@Override
	boolean isKept(RemoteLease lease) {
		this.returning = true;
		this.holder = null;
		return false;
	}

	private boolean canPassOn(RemoteLease lease, ResolvedRequest request) {
		return !this.engine.closing && lease.canBeHandedTo(request, this.engine.handOff);
	}

	/**
	 * The next hold may want the renewals that this one did not, so the watchdog looks
	 * again.
	 */
	private Waiter passOn(RemoteLease lease) {
		Waiter next = this.line.removeFirst();
		this.engine.counters.handOvers.increment();
		grant(next, lease);
		this.engine.watchdog.check(lease);
		return next;
	}

	@Override
	@Nullable ResolvedRequest next() {
		return locked(() -> {
			Waiter next = this.line.peekFirst();
			return (next != null) ? next.request : null;
		});
	}

	@Override
	boolean passOnRenewed(RemoteLease lease) {
		Waiter next = locked(() -> {
			Waiter first = this.line.peekFirst();
			if (first == null || !lease.suits(first.request)) {
				return null;
			}
			this.engine.watchdog.watch(lease);
			return passOn(lease);
		});
		wake(next);
		return next != null;
	}

	@Override
	void returned(long backOffNanos) {
		Waiter next;
		this.mutex.lock();
		try {
			this.returning = false;
			next = nextLeads(backOffNanos);
		}
		finally {
			this.mutex.unlock();
		}
		wake(next);
	}

	@Override
	boolean lose(RemoteLease lease, @Nullable LossReason known) {
		this.engine.watchdog.forget(lease);
		Runnable telling = locked(() -> {
			Hold hold = this.holder;
			if (!lease.isLive() || hold == null || hold.lease != lease) {
				return null;
			}
			lease.end();
			// A thread that finds no holder must find that a lock was lost.
			Runnable loss = lose(hold, (known != null) ? known : LossReason.ofExpiry(hold));
			this.holder = null;
			this.returning = true;
			return loss;
		});
		if (telling == null) {
			return false;
		}
		returned(0);
		leave();
		telling.run();
		return true;
	}

	@Override
	public boolean wantsRenewal(RemoteLease lease) {
		Hold hold = this.holder;
		return hold != null && hold.lease == lease && hold.wantsRenewal();
	}

}
