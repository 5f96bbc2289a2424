// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import io.distlock.LockLostException;
import io.distlock.LockObserver;
import io.distlock.provider.YieldResult;
import io.distlock.provider.YieldResult.Renewed;
import io.distlock.provider.YieldResult.Yielded;
import org.jspecify.annotations.Nullable;

/**
 * The end of a hold, and the way of its lease back to the store when it could not be
 * handed to a local waiter just so. The key is not entered meanwhile.
 */
final class HoldExit {

	private final Engine engine;

	private final KeyQueue queue;

	private final Hold hold;

	HoldExit(Engine engine, KeyQueue queue, Hold hold) {
		this.engine = engine;
		this.queue = queue;
		this.hold = hold;
	}

	/**
	 * Leave the hold.
	 * @return whether the lock was still held
	 */
	boolean leave() {
		try {
			return exit();
		}
		finally {
			tellObserver();
		}
	}

	private void tellObserver() {
		LockObserver.Holding observed = this.hold.observed();
		LockLostException loss = this.hold.loss();
		if (observed != null && loss != null) {
			observed.lost(loss);
		}
		else if (observed != null && this.hold.isReleased()) {
			observed.released();
		}
	}

	private boolean exit() {
		switch (this.queue.leave(this.hold)) {
			case INNER -> {
				return true;
			}
			case LOST -> {
				this.queue.expire(this.hold.lease());
				return false;
			}
			case PASSED_ON -> {
				this.queue.leave();
				return true;
			}
			default -> {
				return giveBack();
			}
		}
	}

	/**
	 * Let the store decide between the next local waiter and other nodes; release where
	 * no one waits here, or where the next waiter asks for a longer lease: a renewal that
	 * was sent before may reach the store after the hand-over, and counts as the same
	 * owner's, so it would cut that lease short.
	 */
	private boolean giveBack() {
		try {
			ResolvedRequest next = successor();
			boolean held = (next != null && lease().covers(next)) ? yieldOrRenew(next) : release(lease());
			if (!held) {
				this.queue.foundAtRelease(this.hold);
			}
			return held;
		}
		finally {
			this.queue.leave();
		}
	}

	private RemoteLease lease() {
		return this.hold.lease();
	}

	private @Nullable ResolvedRequest successor() {
		ResolvedRequest next = this.queue.next();
		boolean handOff = next != null && this.engine.settings().handOff().maxConsecutive() > 0
				&& !this.engine.closing().isOn();
		return handOff ? next : null;
	}

	private boolean release(RemoteLease lease) {
		try {
			return this.engine.store().release(lease.lease(), lease.lastToken());
		}
		finally {
			this.queue.returned(0);
		}
	}

	private boolean yieldOrRenew(ResolvedRequest next) {
		long sentAt = this.engine.ticker().now();
		YieldResult answer;
		try {
			answer = this.engine.store().yieldOrRenew(lease().lease(), lease().lastToken(), next.claim());
		}
		catch (RuntimeException ex) {
			withdraw();
			return true;
		}
		catch (Error ex) {
			withdraw();
			throw ex;
		}
		return answered(answer, next, sentAt);
	}

	private void withdraw() {
		this.engine.store().withdraw(this.queue.key(), lease().lease().owner(), lease().durationNanos());
		this.queue.returned(0);
	}

	private boolean answered(YieldResult answer, ResolvedRequest next, long sentAt) {
		if (answer instanceof Renewed renewed) {
			pass(lease().renewed(renewed.lease(), next.claim().leaseTime(), sentAt));
			return true;
		}
		if (answer instanceof Yielded yielded) {
			this.queue.returned(yielded.backOff().toNanos());
			return true;
		}
		this.queue.returned(0);
		return false;
	}

	private void pass(RemoteLease lease) {
		if (!lease.isWorthHaving() || !this.queue.passOnRenewed(lease)) {
			release(lease);
		}
	}

}
