// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.time.Duration;
import java.time.InstantSource;

import io.distlock.scheduling.ledger.JobLedger;

/**
 * Ledgers inside this process for tests that set the time.
 */
public final class LocalLedgers {

	private LocalLedgers() {
	}

	public static JobLedger at(InstantSource clock) {
		return new LocalJobLedger(clock, (lock) -> Duration.ZERO);
	}

}
