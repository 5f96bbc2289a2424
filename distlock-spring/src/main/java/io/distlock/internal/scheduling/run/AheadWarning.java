// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;

import io.distlock.internal.scheduling.rules.DueTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs once that times of a job lie ahead of the store's clock, which was wrong then, or
 * is by now.
 */
final class AheadWarning {

	private static final Logger logger = LoggerFactory.getLogger(AheadWarning.class);

	/**
	 * Nodes with different clocks may write such times again and again.
	 */
	private static final long MIN_PERIOD_NANOS = Duration.ofMinutes(1).toNanos();

	private final String jobName;

	private volatile @Nullable Instant reported;

	private volatile long reportedAt;

	AheadWarning(String jobName) {
		this.jobName = jobName;
	}

	/**
	 * Check what was read.
	 * @param entry the entry
	 * @param nanoTime the monotonic clock
	 */
	void check(JobEntry entry, long nanoTime) {
		boolean blocked = DueTimes.isBlocked(entry.state(), entry.now());
		Instant ahead = blocked ? entry.state().lastFireTime() : DueTimes.ahead(entry);
		Instant known = this.reported;
		if (ahead == null || ahead.equals(known) || (known != null && nanoTime - this.reportedAt < MIN_PERIOD_NANOS)) {
			return;
		}
		this.reported = ahead;
		this.reportedAt = nanoTime;
		logger.warn(
				"Job '{}' was written at {}, but the clock of the store shows {}: it was ahead, or was set back. {}",
				this.jobName, ahead, entry.now(),
				blocked ? "Fire times up to the former count as run. Call ClusterJobs.resume(\"%s\"), or POST {\"action\": \"resume\"} to the endpoint clusterjobs/%s, to run the job from now on"
					.formatted(this.jobName, this.jobName) : "The job continues");
	}

}
