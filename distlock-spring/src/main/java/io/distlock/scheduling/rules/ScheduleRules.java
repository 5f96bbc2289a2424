// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.rules;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.JobTriggers;
import io.distlock.scheduling.trigger.NoFireTimes;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the trigger of a schedule that was made at run time. The revision of the
 * schedule is the order: the higher one takes the place of the lower one as soon as
 * nothing runs, and a node that knows a lower one than the store leaves the job alone. So
 * neither a late node nor a slow one brings an old trigger back, and nodes need no signs
 * of life.
 * <p>
 * An entry is a schedule's by its revision, which lies above all versions of deployments.
 * One that an annotated method has is never taken.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param trigger what fires the job; none for a schedule that has ended
 * @param revision the revision, {@link #FIRST_REVISION} or more
 * @param scheduledAt when the revision was made, by the store's clock
 * @since 0.1.0
 */
public record ScheduleRules(JobTrigger trigger, long revision, Instant scheduledAt) implements OwnTrigger {

	/**
	 * The least revision, greater than every version of a deployment.
	 */
	public static final long FIRST_REVISION = 1L << 62;

	private static final String ENDED = new NoFireTimes().text();

	/**
	 * Return whether a schedule has an entry.
	 * @param known the trigger of the entry
	 * @return whether it has, be it one that has ended
	 */
	public static boolean isSchedule(RegisteredTrigger known) {
		return known.version() >= FIRST_REVISION;
	}

	/**
	 * Return whether a schedule that has not ended has an entry.
	 * @param known the trigger of the entry
	 * @return whether it has
	 */
	public static boolean isLive(RegisteredTrigger known) {
		return isSchedule(known) && !known.text().equals(ENDED);
	}

	@Override
	public boolean owns(JobState state) {
		RegisteredTrigger proposed = state.proposed();
		return isUnknown(state) || (isSchedule(state.trigger()) && state.trigger().version() <= this.revision
				&& (proposed == null || proposed.version() <= this.revision));
	}

	private static boolean isUnknown(JobState state) {
		return state.trigger().text().isEmpty();
	}

	@Override
	public boolean standBy() {
		return this.trigger instanceof NoFireTimes;
	}

	@Override
	public boolean replaces(JobState state) {
		return state.trigger().version() < this.revision;
	}

	@Override
	public boolean isReplaced(JobState state) {
		RegisteredTrigger proposed = state.proposed();
		return replaces(state) || (proposed != null && proposed.version() > state.trigger().version());
	}

	@Override
	public boolean isSame(JobState state) {
		return state.trigger().version() == this.revision;
	}

	@Override
	public boolean isNext(JobState state) {
		return replaces(state);
	}

	@Override
	public boolean isAlone(JobState state, Instant now) {
		return owns(state);
	}

	@Override
	public JobState registered(JobState unknown, Instant now) {
		return taken(unknown, own(now), now);
	}

	@Override
	public JobState said(JobState state, Instant now, boolean idle) {
		if (replaces(state)) {
			return idle ? taken(state, own(now), now) : proposed(state, now);
		}
		RegisteredTrigger proposed = state.proposed();
		if (proposed != null && proposed.outranks(state.trigger())) {
			return idle ? taken(state, proposed, now) : state;
		}
		return (proposed == null || standBy()) ? state : state.withTrigger(state.trigger().confirmed(now), null);
	}

	private JobState proposed(JobState state, Instant now) {
		RegisteredTrigger proposed = state.proposed();
		return (proposed != null && proposed.version() >= this.revision) ? state
				: state.withTrigger(state.trigger(), own(now));
	}

	/**
	 * What was due or planned before is not that of this revision. Its own fire times lie
	 * after all that are over, also within the same millisecond.
	 */
	private static JobState taken(JobState state, RegisteredTrigger brought, Instant now) {
		JobTrigger trigger = JobTriggers.parse(brought.text());
		if (trigger == null) {
			return state;
		}
		Instant last = state.lastFireTime();
		Instant over = (last != null) ? JobStates.later(state.since(), last) : state.since();
		Instant from = JobStates.later(now, over.plusMillis(1));
		JobState free = (state.retry() != null) ? JobStates.gaveUp(state, now) : state;
		return free
			.withTrigger(new RegisteredTrigger(trigger.registeredAt(from).text(), brought.version(),
					brought.broughtAt(), now), null)
			.withSince(now.minusMillis(1));
	}

	private RegisteredTrigger own(Instant now) {
		return new RegisteredTrigger(this.trigger.text(), this.revision, this.scheduledAt, now);
	}

	@Override
	public @Nullable Instant lookAt(JobState state) {
		return null;
	}

}
