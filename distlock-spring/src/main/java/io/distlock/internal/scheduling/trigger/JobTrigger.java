// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Instant;
import java.time.ZoneId;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Trigger of a job. Fire times are a function of the job's state in the cluster and of
 * the store's clock, and are therefore identical on all nodes. All times are whole
 * milliseconds.
 *
 * @since 0.1.0
 */
public sealed interface JobTrigger permits CronFireTimes, RateFireTimes, DelayFireTimes, NoFireTimes {

	/**
	 * Return the text for the store, which all nodes parse with
	 * {@link JobTriggers#parse}.
	 * @return the text
	 */
	String text();

	/**
	 * Return a readable description.
	 * @return the description
	 */
	String description();

	/**
	 * Return the time zone of the fire times.
	 * @return the zone, or {@code null} for fire times without a zone
	 */
	default @Nullable ZoneId zone() {
		return null;
	}

	/**
	 * Return whether this trigger equals another trigger in its form before registration.
	 * @param other the other trigger
	 * @return {@code true} if both triggers have the same definition
	 */
	default boolean isSameAs(JobTrigger other) {
		return equals(other);
	}

	/**
	 * Return this trigger in its registered form.
	 * @param now the time of the registration, by the store's clock
	 * @return the trigger, possibly with the time of registration
	 */
	default JobTrigger registeredAt(Instant now) {
		return this;
	}

	/**
	 * Return a trigger that continues after fire times have passed because of a wrong
	 * store clock.
	 * @param now the store's clock
	 * @return a trigger without a fire time of this trigger; {@code null} if fire times
	 * are points in time
	 */
	default @Nullable JobTrigger restartedAt(Instant now) {
		return null;
	}

	/**
	 * Find the latest due fire time of an idle job.
	 * @param state the state of the job
	 * @param after fire times up to and including this time are over
	 * @param now the store's clock
	 * @return the fire time, or {@code null} if no fire time is due
	 */
	@Nullable Instant due(JobState state, Instant after, Instant now);

	/**
	 * Find the next fire time.
	 * @param state the state of the job
	 * @param now the store's clock
	 * @return the next or due fire time, or {@code null} without a fire time
	 */
	@Nullable Instant next(JobState state, Instant now);

	/**
	 * Find the fire times between two times at which the job could have run.
	 * @param after the exclusive start
	 * @param until the inclusive end
	 * @return the fire times, or {@code null} if there are none
	 */
	default @Nullable Stretch between(Instant after, Instant until) {
		return null;
	}

	/**
	 * Range of consecutive fire times.
	 *
	 * @param first the first fire time
	 * @param last the last fire time
	 * @param count the number of fire times, at most {@value #MAX_COUNTED_FIRE_TIMES}
	 */
	record Stretch(Instant first, Instant last, long count) {

		static final int MAX_COUNTED_FIRE_TIMES = 10_000;

	}

}
