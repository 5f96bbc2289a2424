// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Instant;
import java.time.ZoneId;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Trigger of a job. A function of what the cluster knows of the job and of the store's
 * clock, so that every node finds the same fire times. All times are whole milliseconds.
 *
 * @since 0.1.0
 */
public sealed interface JobTrigger permits CronFireTimes, RateFireTimes, DelayFireTimes, NoFireTimes {

	/**
	 * Return the text that the store keeps, which {@link JobTriggers#parse} reads again
	 * on every node.
	 * @return the text
	 */
	String text();

	/**
	 * Return what fires the job, in words for people.
	 * @return the words
	 */
	String description();

	/**
	 * Return the time zone of the fire times.
	 * @return the zone, or {@code null} if the fire times have none
	 */
	default @Nullable ZoneId zone() {
		return null;
	}

	/**
	 * Return whether this is what another trigger was before it was registered.
	 * @param other the other trigger
	 * @return whether it is
	 */
	default boolean isSameAs(JobTrigger other) {
		return equals(other);
	}

	/**
	 * Return this trigger as it is registered.
	 * @param now the store's time of the registration
	 * @return the trigger, which may know that time now
	 */
	default JobTrigger registeredAt(Instant now) {
		return this;
	}

	/**
	 * Return this trigger as it continues where its fire times have passed by a wrong
	 * clock of the store.
	 * @param now the store's clock
	 * @return the trigger, which has no fire time of the former one; {@code null} if its
	 * fire times are points in time
	 */
	default @Nullable JobTrigger restartedAt(Instant now) {
		return null;
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

	/**
	 * Find the fire times between two times, by which the job could have run.
	 * @param after fire times up to this one do not count
	 * @param until fire times after this one do not count
	 * @return the fire times, or {@code null} if there are none
	 */
	default @Nullable Stretch between(Instant after, Instant until) {
		return null;
	}

	/**
	 * Fire times one after the other.
	 *
	 * @param first the first one
	 * @param last the last one
	 * @param count how many there are, {@value #MOST} at most
	 */
	record Stretch(Instant first, Instant last, long count) {

		static final int MOST = 10_000;

	}

}
