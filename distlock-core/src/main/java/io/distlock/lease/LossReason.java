// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

/**
 * Why a lock was lost.
 */
enum LossReason {

	/**
	 * The lease ended at the time that was asked for.
	 */
	ENDED {

		@Override
		String text(Duration lease, ResolvedRequest request) {
			return "its lease of %s expired and renewal is off (autoRenew = false)"
				.formatted(Durations.text(request.claim().leaseTime()));
		}

		@Override
		String remedy() {
			return EXPIRED.remedy();
		}

	},

	/**
	 * The lease ran out by the local clock, because no renewal came through.
	 */
	EXPIRED {

		@Override
		String text(Duration lease, ResolvedRequest request) {
			return "its lease of %s expired without renewal, because the store did not respond or this JVM was paused"
				.formatted(Durations.text(lease));
		}

		@Override
		String remedy() {
			return "make the lease longer than the longest pause or outage it has to survive, and fence writes";
		}

	},

	/**
	 * Renewal had stopped at the maximum hold time.
	 */
	OVERDUE {

		@Override
		String text(Duration lease, ResolvedRequest request) {
			return "renewal stopped at its maxHoldTime of %s and the lease of %s expired"
				.formatted(Durations.text(request.maxHoldNanos()), Durations.text(lease));
		}

		@Override
		String remedy() {
			return "find out why the work took so long, or raise maxHoldTime";
		}

	},

	/**
	 * The owner's thread ended without a release.
	 */
	ABANDONED {

		@Override
		String text(Duration lease, ResolvedRequest request) {
			return "the thread that acquired it terminated without releasing it, and the lease of %s expired"
				.formatted(Durations.text(lease));
		}

		@Override
		String remedy() {
			return "close the lock in the thread that acquired it, or use acquireAsync for work that changes threads";
		}

	},

	/**
	 * The store said so.
	 */
	TAKEN {

		@Override
		String text(Duration lease, ResolvedRequest request) {
			return "the store says that it no longer belongs to this owner (lease %s)".formatted(Durations.text(lease));
		}

		@Override
		String remedy() {
			return "check whether the store was restarted, failed over or cleaned manually, and fence writes";
		}

	};

	abstract String text(Duration lease, ResolvedRequest request);

	abstract String remedy();

	static LossReason ofExpiry(Hold hold) {
		if (hold.isAbandoned()) {
			return ABANDONED;
		}
		if (!hold.request().autoRenew()) {
			return hold.lease().endsEarly() ? EXPIRED : ENDED;
		}
		return hold.isOverdue() ? OVERDUE : EXPIRED;
	}

}
