package io.distlock.scheduling;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * What fires a job. A function of what the cluster knows of the job and of the store's
 * clock, so that every node finds the same fire times. All times are whole milliseconds.
 */
sealed interface JobTrigger permits CronFireTimes, RateFireTimes, DelayFireTimes, NoFireTimes {

	/**
	 * Return the text that the store keeps, which {@link JobTriggers#parse} reads again
	 * on every node.
	 */
	String text();

	/**
	 * Return whether this is what another trigger was before it was registered.
	 */
	boolean isSameAs(JobTrigger other);

	/**
	 * Return this trigger as it is registered.
	 * @param now the store's time of the registration
	 */
	default JobTrigger registeredAt(Instant now) {
		return this;
	}

	/**
	 * Find the latest fire time that is due. Nothing is running.
	 * @param state what is known of the job
	 * @param after fire times up to this one are over
	 * @param now the store's clock
	 * @return the fire time, or {@code null} if none is due
	 */
	@Nullable Instant due(JobState state, Instant after, Instant now);

	/**
	 * Find the next fire time.
	 * @param state what is known of the job
	 * @param now the store's clock
	 * @return the fire time, after now, or the one that is due; {@code null} if there is
	 * none
	 */
	@Nullable Instant next(JobState state, Instant now);

}
