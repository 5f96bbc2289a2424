// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;
import java.time.ZoneId;

import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobStatistics;
import org.jspecify.annotations.Nullable;

/**
 * A job of the cluster, as the store has it. All times are by the store's clock.
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
	 * Return the trigger of the job, as all nodes agreed.
	 * @return the trigger, like {@code cron 0 0 6 * * * Europe/Berlin}, or {@code none}
	 * for a job that runs on demand only
	 */
	String trigger();

	/**
	 * Return the trigger in words for people.
	 * @return the words, like {@code 7 s after the end of each run}; the
	 * {@link #trigger()} if this version does not understand it
	 */
	String description();

	/**
	 * Return the time zone of the trigger.
	 * @return the zone, or {@code null} if the trigger has none
	 */
	@Nullable ZoneId zone();

	/**
	 * Return since when the job is paused in the whole cluster.
	 * @return the time, or {@code null} if the job is not paused
	 */
	@Nullable Instant pausedSince();

	/**
	 * Return who paused the job.
	 * @return the name, or {@code null} if the job is not paused or that is not known
	 */
	@Nullable String pausedBy();

	/**
	 * Return why the job is paused.
	 * @return the reason, or {@code null} if the job is not paused or that is not known
	 */
	@Nullable String pauseReason();

	/**
	 * Return the run that was started and has not ended.
	 * @return the run, or {@code null}
	 */
	@Nullable JobRun running();

	/**
	 * Return the latest record, of a run that has ended or of fire times that were
	 * missed.
	 * @return the record, with at most 200 characters of its error; {@code null} if there
	 * is none, or if the store does not know it
	 */
	@Nullable JobRun lastRun();

	/**
	 * Return the planned attempt of the latest fire time after a failure.
	 * @return the attempt, or {@code null}
	 */
	@Nullable JobRetry retry();

	/**
	 * Return the latest fire time that was run.
	 * @return the time, or {@code null}
	 */
	@Nullable Instant lastFireTime();

	/**
	 * Return the next fire time.
	 * @return the time, in the past for a fire time that is due, or {@code null} if there
	 * is none, if the job is paused, or if it is unknown before the current run ends
	 */
	@Nullable Instant nextFireTime();

	/**
	 * Return the fire time, or the time of another attempt, that has been waiting for
	 * longest.
	 * @return the time, or {@code null} if none waits
	 */
	@Nullable Instant overdueSince();

	/**
	 * Return the statistics of the job: its last success, failures since then, and fire
	 * times that were not run.
	 * @return the statistics
	 */
	JobStatistics statistics();

	/**
	 * Return the time of the store's clock.
	 * @return the time at which the job was read
	 */
	Instant now();

	/**
	 * Return the bean name of the provider that keeps the job.
	 * @return the name, empty for the default provider
	 */
	String provider();

	/**
	 * Return whether the job is paused in the whole cluster.
	 * @return whether it is
	 */
	default boolean paused() {
		return pausedSince() != null;
	}

}
