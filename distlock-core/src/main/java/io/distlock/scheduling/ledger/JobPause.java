// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Pause of a job in the whole cluster.
 *
 * @param since since when the job is paused, by the store's clock
 * @param by who paused it, or {@code null} if that is not known
 * @param reason why it was paused, or {@code null} if that is not known
 */
record JobPause(Instant since, @Nullable String by, @Nullable String reason) {

	/**
	 * Treat an empty text as one that is not known, as stores do.
	 */
	JobPause {
		by = (by == null || by.isEmpty()) ? null : by;
		reason = (reason == null || reason.isEmpty()) ? null : reason;
	}

	JobPause at(Instant time) {
		return new JobPause(time, this.by, this.reason);
	}

}
