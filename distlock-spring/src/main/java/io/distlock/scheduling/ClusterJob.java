// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobStatistics;
import org.jspecify.annotations.Nullable;

/**
 * A job of the cluster, as the store has it. All times are by the store's clock.
 *
 * @param name the name of the job
 * @param trigger what fires it, as all nodes agreed, like
 * {@code cron 0 0 6 * * * Europe/Berlin}; {@code none} for a job that does not run by
 * itself
 * @param pausedSince since when it is paused in the whole cluster, or {@code null}
 * @param running the run that was started and has not ended, or {@code null}
 * @param retry another attempt of the latest fire time, which is planned after a failure,
 * or {@code null}
 * @param lastFireTime the latest fire time that was run, or {@code null}
 * @param nextFireTime the next fire time; in the past for one that is due; {@code null}
 * if there is none, or if it is not known before the current run ends
 * @param overdueSince the fire time, or the time of another attempt, that has been
 * waiting for longest, or {@code null} if none waits
 * @param statistics how it has fared: its last success, failures since then, and fire
 * times that were not run
 * @param now the store's clock
 * @param provider the bean name of the provider that keeps the job, empty for the default
 * one
 * @since 0.1.0
 */
public record ClusterJob(String name, String trigger, @Nullable Instant pausedSince, @Nullable JobRun running,
		@Nullable JobRetry retry, @Nullable Instant lastFireTime, @Nullable Instant nextFireTime,
		@Nullable Instant overdueSince, JobStatistics statistics, Instant now, String provider) {

	/**
	 * Return whether the job is paused in the whole cluster.
	 * @return whether it is
	 */
	public boolean paused() {
		return this.pausedSince != null;
	}

}
