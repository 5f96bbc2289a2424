// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import io.distlock.LockMode;

/**
 * What one mode of a lock lets those of one JVM do with its key.
 */
enum KeyPolicy {

	/**
	 * One owner. The key is idle, asked for, held, or on its way back to the store; only
	 * an idle key is asked for. A lease goes from one owner to the next, each with a
	 * token of its own.
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
	 * Readers share one lease. While it is young, a new one joins without a request to
	 * the store. After that a new lease is requested, behind the waiters in the store, so
	 * that an endless stream of local readers does not starve writers.
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
	 * Each permit has a lease of its own, which is passed on to waiters of this JVM while
	 * it is young. Then it is released to the store, which knows the next waiter.
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
	 * Whether one hold at a time is all that there is, so that a grant answers all
	 * others, and none asks the store before its lease is back there.
	 */
	final boolean exclusive;

	/**
	 * Whether others may join a lease.
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
	 * Return whether the lease of a hold that was released can be given to the next in
	 * line without a word to the store.
	 * @param handOffs the most hand-overs in a row
	 * @param handOffNanos the longest time since the store was asked
	 */
	abstract boolean canPassOn(Hold hold, ResolvedRequest next, int handOffs, long handOffNanos);

	/**
	 * Give a lease to one more hold.
	 * @return the token of that
	 */
	abstract long passOn(RemoteLease lease, ResolvedRequest next);

}
