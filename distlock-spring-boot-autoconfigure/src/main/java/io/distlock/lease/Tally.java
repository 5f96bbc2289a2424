package io.distlock.lease;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what an engine does.
 */
final class Tally {

	private final LongAdder handOvers = new LongAdder();

	private final LongAdder renewals = new LongAdder();

	private final LongAdder failedRenewals = new LongAdder();

	private final LongAdder losses = new LongAdder();

	void handedOver() {
		this.handOvers.increment();
	}

	void renewed() {
		this.renewals.increment();
	}

	void notRenewed(int leases) {
		this.failedRenewals.add(leases);
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
