// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what an engine does.
 */
final class EngineCounters {

	private final LongAdder handOvers = new LongAdder();

	private final LongAdder renewals = new LongAdder();

	private final LongAdder failedRenewals = new LongAdder();

	private final LongAdder losses = new LongAdder();

	private final AtomicInteger lostLocks = new AtomicInteger();

	void handedOver() {
		this.handOvers.increment();
	}

	void renewed() {
		this.renewals.increment();
	}

	void notRenewed(int leases) {
		this.failedRenewals.add(leases);
	}

	/**
	 * A lock was lost before its owner has left it.
	 */
	void lockLost() {
		this.lostLocks.incrementAndGet();
	}

	void lostLockLeft() {
		this.lostLocks.decrementAndGet();
	}

	/**
	 * Return whether there may be a lock that is lost and that its owner has not left. An
	 * owner that never leaves one keeps this true.
	 */
	boolean hasLostLocks() {
		return this.lostLocks.get() > 0;
	}

	void lost() {
		this.losses.increment();
	}

	long handOvers() {
		return this.handOvers.sum();
	}

	long renewals() {
		return this.renewals.sum();
	}

	long failedRenewals() {
		return this.failedRenewals.sum();
	}

	long losses() {
		return this.losses.sum();
	}

}
