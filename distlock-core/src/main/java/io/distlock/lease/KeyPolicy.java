// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import io.distlock.LockMode;

/**
 * Rules of a lock mode for the holders of a key within one JVM.
 */
enum KeyPolicy {

	/**
	 * One owner. The key is idle, requested, held, or being returned to the store; only
	 * an idle key is requested. A lease passes from owner to owner, with a new token each
	 * time.
	 */
	EXCLUSIVE(true, false) {

		@Override
		boolean canPassOn(Hold hold, ResolvedRequest next, int handOffs, long handOffNanos) {
			return hold.lease.canBeHandedOn(handOffNanos);
		}

		@Override
		long passOn(RemoteLease lease, ResolvedRequest next) {
			return lease.takeToken(next.autoRenew);
		}

	},

	/**
	 * Readers share one lease. A new reader joins a young lease without a store request.
	 * Later readers request a new lease, queued behind the waiters in the store, so that
	 * an endless stream of local readers does not starve writers.
	 */
	SHARED(false, true) {

		@Override
		boolean canPassOn(Hold hold, ResolvedRequest next, int handOffs, long handOffNanos) {
			return false;
		}

		@Override
		long passOn(RemoteLease lease, ResolvedRequest next) {
			return lease.lastToken();
		}

	},

	/**
	 * Each permit has its own lease, which passes to waiters of this JVM while it is
	 * young. Then the lease is released to the store, which knows the next waiter.
	 */
	PERMIT(false, false) {

		@Override
		boolean canPassOn(Hold hold, ResolvedRequest next, int handOffs, long handOffNanos) {
			return next.claim.permits().equals(hold.request.claim.permits())
					&& hold.lease.canBePassedOn(handOffs, handOffNanos);
		}

		@Override
		long passOn(RemoteLease lease, ResolvedRequest next) {
			return lease.passOn();
		}

	};

	/**
	 * Allows a single hold at a time: a grant answers all other requests, and the next
	 * store request follows the return of the lease.
	 */
	final boolean exclusive;

	/**
	 * Allows further holders to join a lease.
	 */
	final boolean open;

	KeyPolicy(boolean exclusive, boolean open) {
		this.exclusive = exclusive;
		this.open = open;
	}

	static KeyPolicy of(LockMode mode) {
		return switch (mode) {
			case EXCLUSIVE -> EXCLUSIVE;
			case SHARED -> SHARED;
			case PERMIT -> PERMIT;
		};
	}

	/**
	 * Return whether the lease of a released hold can pass to the next waiter without a
	 * store request.
	 * @param handOffs maximum number of consecutive hand-overs
	 * @param handOffNanos maximum time since the last store request
	 */
	abstract boolean canPassOn(Hold hold, ResolvedRequest next, int handOffs, long handOffNanos);

	/**
	 * Pass a lease to a further hold.
	 * @return the token of the hold
	 */
	abstract long passOn(RemoteLease lease, ResolvedRequest next);

}
