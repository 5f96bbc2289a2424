// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;

/**
 * Creates ledgers of jobs with a simulated clock.
 *
 * @since 0.1.0
 */
public final class SimulatedLedgers {

	private SimulatedLedgers() {
	}

	/**
	 * Create a ledger.
	 * @param clock the clock of the store
	 * @param leases returns the time for which a lock is still held
	 * @return the ledger
	 */
	public static JobLedger create(InstantSource clock, Function<LockKey, Duration> leases) {
		return new LocalJobLedger(clock, leases);
	}

}
