// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Pause of a job in the whole cluster.
 *
 * @param since the start of the pause, by the store's clock
 * @param by the name of the pausing user, or {@code null} if unknown
 * @param reason the reason of the pause, or {@code null} if unknown
 */
record JobPause(Instant since, @Nullable String by, @Nullable String reason) {

	/**
	 * Treat an empty text as unknown, like stores do.
	 */
	JobPause {
		by = (by == null || by.isEmpty()) ? null : by;
		reason = (reason == null || reason.isEmpty()) ? null : reason;
	}

	JobPause at(Instant time) {
		return new JobPause(time, this.by, this.reason);
	}

}
