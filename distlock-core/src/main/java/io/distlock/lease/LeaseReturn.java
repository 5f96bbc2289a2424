// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import io.distlock.EngineLock.ReleaseRequest;
import io.distlock.lease.WaitingLine.Entry;
import io.distlock.provider.YieldResult;
import io.distlock.provider.YieldResult.Renewed;
import io.distlock.provider.YieldResult.Yielded;
import org.jspecify.annotations.Nullable;

/**
 * End of a hold. The lease passes to the next waiter of this JVM, is offered to the store
 * in exchange for a new lease of this waiter, or returns to the store. The key cannot be
 * entered meanwhile.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class LeaseReturn {

	private final KeyQueue queue;

	private final Engine engine;

	private final Hold hold;

	/**
	 * Create the end of a hold.
	 * @param queue the queue of the key
	 * @param hold the hold
	 */
	LeaseReturn(KeyQueue queue, Hold hold) {
		this.queue = queue;
		this.engine = queue.engine;
		this.hold = hold;
	}

	/**
	 * Leave one entry of the hold, and end the hold with its outermost entry.
	 * @return {@code true} if the lock was still held
	 */
	boolean leave() {
		return switch (exit()) {
			case INNER -> true;
			case LOST -> {
				this.queue.expire(this.hold.lease);
				yield false;
			}
			case PASSED_ON -> {
				this.queue.leave();
				yield true;
			}
			case TO_OFFER -> giveBack(nextRequest());
			case TO_RETURN -> giveBack(null);
		};
	}

	private Exit exit() {
		Entry next;
		this.queue.mutex.lock();
		try {
			if (!this.hold.leave()) {
				return this.hold.isHeld() ? Exit.INNER : Exit.LOST;
			}
			this.hold.clearInterrupt();
			if (this.hold.loss != null) {
				this.engine.losses.open.decrementAndGet();
			}
			RemoteLease lease = this.hold.lease;
			if (this.hold.loss != null || (!lease.isReturned() && lease.hasExpired(this.engine.ticker.now()))) {
				return Exit.LOST;
			}
			this.hold.released = true;
			boolean last = this.queue.holders.remove(this.hold);
			next = successor();
			if (next == null && last) {
				this.queue.holders.beginReturn(lease);
				this.engine.watchdog.forget(lease);
				return this.queue.line.hasNext() ? Exit.TO_OFFER : Exit.TO_RETURN;
			}
		}
		finally {
			this.queue.mutex.unlock();
		}
		KeyQueue.wake(next);
		return Exit.PASSED_ON;
	}

	/**
	 * Pass the lease to the next waiter, if possible without a store request. Called
	 * under the mutex.
	 * @return the new holder, {@code null} for none
	 */
	private @Nullable Entry successor() {
		Entry next = this.queue.line.next();
		return (next != null && canPassOn(next.request))
				? this.queue.passOn(this.queue.line.takeNext(), this.hold.lease) : null;
	}

	private boolean canPassOn(ResolvedRequest next) {
		return !this.engine.closing && next.autoRenew && this.hold.lease.suits(next.leaseNanos)
				&& this.queue.policy.canPassOn(this.hold, next, this.engine.handOffs, this.engine.handOffNanos);
	}

	/**
	 * Return the request of the next waiter if the store may hand over the lease to this
	 * waiter, or {@code null}. Leases of shared locks and permits are never handed over
	 * by the store, which knows the next waiter.
	 */
	private @Nullable ResolvedRequest nextRequest() {
		if (this.engine.handOffs == 0 || this.engine.closing || !this.queue.policy.exclusive) {
			return null;
		}
		Entry next = this.queue.locked(this.queue.line::next);
		return (next != null) ? next.request : null;
	}

	/**
	 * Let the store choose between the next local waiter and other nodes. Release the
	 * lease instead if this JVM has no waiter, or if the next waiter requests a longer
	 * lease: an earlier renewal may reach the store after the hand-over, counts as a
	 * request of the same owner, and would shorten that lease.
	 */
	private boolean giveBack(@Nullable ResolvedRequest next) {
		RemoteLease lease = this.hold.lease;
		try {
			boolean asks = next != null && lease.covers(next.leaseNanos) && !this.engine.store.isClientThread();
			boolean held = (next != null && asks) ? yieldOrRenew(lease, next) : returnToStore(lease);
			if (!held) {
				this.queue.foundAtRelease(this.hold);
			}
			return held;
		}
		finally {
			this.queue.leave();
		}
	}

	private boolean returnToStore(RemoteLease lease) {
		try {
			return lease.isReturned() || this.engine.withdrawals.release(lease.lease, lease.lastToken());
		}
		finally {
			returned(0);
		}
	}

	private boolean yieldOrRenew(RemoteLease lease, ResolvedRequest next) {
		long sentAt = this.engine.ticker.now();
		YieldResult answer;
		try {
			answer = this.engine.store.yieldOrRenew(lease.lease, lease.lastToken(), next.claim);
		}
		catch (RuntimeException | Error ex) {
			this.engine.withdrawals.withdraw(this.queue.key, lease.lease.owner(), lease.durationNanos);
			returned(0);
			if (ex instanceof Error error) {
				throw error;
			}
			return true;
		}
		if (answer instanceof Renewed renewed) {
			RemoteLease anew = lease.renewed(renewed.lease(), next.leaseNanos, sentAt);
			if (!anew.isWorthHaving() || !passOnRenewed(anew)) {
				returnToStore(anew);
			}
			return true;
		}
		returned((answer instanceof Yielded yielded) ? yielded.backOff().toNanos() : 0);
		return answer instanceof Yielded;
	}

	/**
	 * Grant a renewed lease to the next waiter, if the lease matches the request.
	 * @return {@code true} if granted
	 */
	private boolean passOnRenewed(RemoteLease lease) {
		Entry next = this.queue.locked(() -> {
			Entry first = this.queue.line.next();
			if (first == null || !lease.suits(first.request.leaseNanos)) {
				return null;
			}
			this.queue.holders.endReturn();
			this.engine.watchdog.watch(lease);
			return this.queue.passOn(this.queue.line.takeNext(), lease);
		});
		KeyQueue.wake(next);
		return next != null;
	}

	/**
	 * The lease is back in the store: the next waiter may send its request.
	 */
	private void returned(long backOffNanos) {
		Entry next;
		this.queue.mutex.lock();
		try {
			this.queue.holders.endReturn();
			next = this.queue.policy.exclusive ? this.queue.line.nextLeads(backOffNanos) : null;
		}
		finally {
			this.queue.mutex.unlock();
		}
		KeyQueue.wake(next);
	}

	/**
	 * Release the lock by a request of its owner, if no other caller uses the lease. The
	 * watchdog does not renew the lease meanwhile, and resumes after a request without a
	 * known effect.
	 * @return {@code true} if the request released the lock
	 */
	boolean by(ReleaseRequest request) {
		if (!this.queue.locked(this::beginRequest)) {
			return false;
		}
		RemoteLease lease = this.hold.lease;
		try {
			if (request.send(lease.lease.key(), lease.lease.owner(), lease.lastToken())) {
				return lease.isReturnedByRequest();
			}
		}
		catch (RuntimeException | Error ex) {
			this.queue.locked(() -> endRequest(false));
			throw ex;
		}
		if (this.queue.locked(() -> endRequest(true))) {
			this.queue.taken(lease);
		}
		return false;
	}

	private boolean beginRequest() {
		boolean sole = this.queue.policy.exclusive && this.hold.isSoleEntry() && !this.queue.line.hasNext();
		if (!sole || !this.hold.isHeld()) {
			return false;
		}
		this.hold.lease.expectRelease();
		this.engine.watchdog.forget(this.hold.lease);
		return true;
	}

	/**
	 * Resume the renewal of the lease.
	 * @param answered {@code true} if the store has answered
	 * @return {@code true} if the lease ended meanwhile for another reason
	 */
	private boolean endRequest(boolean answered) {
		if (this.hold.isHeld()) {
			this.engine.watchdog.watch(this.hold.lease);
		}
		return answered && this.hold.lease.dropExpectedRelease();
	}

	/**
	 * Result of leaving a hold.
	 */
	private enum Exit {

		/**
		 * An inner re-entry was left.
		 */
		INNER,

		/**
		 * The lease has passed to another local hold.
		 */
		PASSED_ON,

		/**
		 * The lease must return to the store.
		 */
		TO_RETURN,

		/**
		 * The lease must return to the store, which may hand it over to the next local
		 * waiter.
		 */
		TO_OFFER,

		/**
		 * The hold was lost before.
		 */
		LOST

	}

}
