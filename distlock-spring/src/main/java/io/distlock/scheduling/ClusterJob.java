// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;
import java.time.ZoneId;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Job of the cluster, as read from the store. All times are by the store's clock.
 * Implemented by the library; later versions may add attributes.
 *
 * @since 0.1.0
 */
public interface ClusterJob {

	/**
	 * Return the name of the job.
	 * @return the name
	 */
	String name();

	/**
	 * Return the trigger of the job, which is the same for all nodes.
	 * @return the trigger, such as {@code cron 0 0 6 * * * Europe/Berlin}, or {@code
	 * none} for a job without automatic runs
	 */
	String trigger();

	/**
	 * Return a readable description of the trigger.
	 * @return the description, such as {@code 7 s after the end of each run}; the
	 * {@link #trigger()} if this version does not support the trigger
	 */
	String description();

	/**
	 * Return the time zone of the trigger.
	 * @return the zone, or {@code null} if the trigger has none
	 */
	@Nullable ZoneId zone();

	/**
	 * Return the start of the cluster-wide pause.
	 * @return the time, or {@code null} if the job is not paused
	 */
	@Nullable Instant pausedSince();

	/**
	 * Return the name of the pausing user.
	 * @return the name, or {@code null} if unknown or if the job is not paused
	 */
	@Nullable String pausedBy();

	/**
	 * Return the reason of the pause.
	 * @return the reason, or {@code null} if unknown or if the job is not paused
	 */
	@Nullable String pauseReason();

	/**
	 * Return the active run.
	 * @return the run, or {@code null}
	 */
	@Nullable JobRun running();

	/**
	 * Return the last record, of an ended run or of missed fire times.
	 * @return the record with at most 200 characters of its error message; {@code null}
	 * if unknown or if there is no record
	 */
	@Nullable JobRun lastRun();

	/**
	 * Return the planned retry of the last fire time.
	 * @return the retry, or {@code null}
	 */
	@Nullable JobRetry retry();

	/**
	 * Return the last fire time with a run.
	 * @return the time, or {@code null}
	 */
	@Nullable Instant lastFireTime();

	/**
	 * Return the next fire time.
	 * @return the time, which is in the past for a due fire time; {@code null} if there
	 * is no fire time, the job is paused, or the fire time depends on the end of the
	 * active run
	 */
	@Nullable Instant nextFireTime();

	/**
	 * Return the longest-waiting fire time or retry.
	 * @return the time, or {@code null} if nothing is due
	 */
	@Nullable Instant overdueSince();

	/**
	 * Return the statistics of the job: the last success, later failures, and fire times
	 * without a run.
	 * @return the statistics
	 */
	JobStatistics statistics();

	/**
	 * Return the store's clock.
	 * @return the time of reading the job
	 */
	Instant now();

	/**
	 * Return the bean name of the provider that keeps the job.
	 * @return the name; empty for the default provider
	 */
	String provider();

	/**
	 * Return whether the job is paused in the whole cluster.
	 * @return {@code true} if the job is paused
	 */
	default boolean paused() {
		return pausedSince() != null;
	}

}
