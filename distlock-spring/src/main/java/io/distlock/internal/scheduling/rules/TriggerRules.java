// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;

import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.JobTriggers;
import io.distlock.internal.scheduling.trigger.NoFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.jspecify.annotations.Nullable;

/**
 * Determines the trigger of a job if nodes define different triggers. The highest version
 * takes precedence and, for equal versions, the node that started last.
 * <p>
 * A trigger with precedence is proposed, and replaces the current trigger when no run is
 * active or due. A trigger without precedence is proposed if the current trigger has not
 * been confirmed for a while. Nodes that define the current trigger reject such a
 * proposal at their next poll; without a rejection, the proposal replaces the current
 * trigger. Therefore, a trigger that no live node defines is replaced. While all nodes
 * define the same trigger, one of the nodes confirms the trigger from time to time,
 * without further writes.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param trigger the trigger defined by this node
 * @param version the version of the deployment
 * @param startedAt the start of this node, by the store's clock
 * @param timeout the time without confirmation after which a trigger may be replaced
 * @param forgetAfter the time without confirmation after which a job is removed
 * @since 0.1.0
 */
public record TriggerRules(JobTrigger trigger, long version, Instant startedAt, Duration timeout,
		Duration forgetAfter) {

	/**
	 * Return the rules of a node. A trigger without automatic runs has the lowest
	 * precedence: the trigger of any other node applies, regardless of start times.
	 * @param trigger the trigger defined by this node
	 * @param version the version of the deployment
	 * @param startedAt the start of this node, by the store's clock
	 * @param timeout the time without confirmation after which a trigger may be replaced
	 * @param forgetAfter the time without confirmation after which a job is removed
	 * @return the rules
	 */
	public static TriggerRules of(JobTrigger trigger, long version, Instant startedAt, Duration timeout,
			Duration forgetAfter) {
		return (trigger instanceof NoFireTimes)
				? new TriggerRules(trigger, Long.MIN_VALUE, Instant.EPOCH, timeout, forgetAfter)
				: new TriggerRules(trigger, version, startedAt, timeout, forgetAfter);
	}

	/**
	 * Return whether a job should be removed, because no trigger has been confirmed or
	 * proposed for so long that no node with the job can be alive.
	 * @param entry the entry as just read
	 * @param forgetAfter the time without confirmation after which a job is removed
	 * @return {@code true} if the job should be removed
	 */
	public static boolean isForgotten(JobEntry entry, Duration forgetAfter) {
		RegisteredTrigger proposed = entry.state().proposed();
		Instant confirmed = entry.state().trigger().confirmedAt();
		Instant last = (proposed != null) ? DueTimes.later(confirmed, proposed.confirmedAt()) : confirmed;
		return entry.version() != 0 && !entry.now().isBefore(last.plus(forgetAfter));
	}

	/**
	 * Return whether this node runs the job only on demand.
	 * @return {@code true} for a job without automatic runs
	 */
	public boolean isDisabled() {
		return this.trigger instanceof NoFireTimes;
	}

	/**
	 * Return whether, to the knowledge of this node, no other node defines the trigger in
	 * the store any longer.
	 * @param state the state of the job
	 * @param now the store's clock
	 * @return {@code true} if no such node is known
	 */
	boolean isSoleOwner(JobState state, Instant now) {
		RegisteredTrigger proposed = state.proposed();
		return isSame(state) || (proposed != null && isSame(proposed) && !now.isBefore(unansweredAt(proposed)));
	}

	/**
	 * Return whether the trigger in the store is the trigger of this node.
	 * @param state the state of the job
	 * @return {@code true} if the triggers are the same
	 */
	public boolean isSame(JobState state) {
		return isSame(state.trigger());
	}

	private boolean isSame(RegisteredTrigger known) {
		JobTrigger parsed = JobTriggers.parse(known);
		return parsed != null && this.trigger.isSameAs(parsed);
	}

	/**
	 * Return whether the trigger of this node will replace the current trigger as soon as
	 * the job is idle.
	 * @param state the state of the job
	 * @return {@code true} for a proposal with precedence
	 */
	public boolean isNext(JobState state) {
		RegisteredTrigger proposed = state.proposed();
		return proposed != null && isSame(proposed) && proposed.outranks(state.trigger());
	}

	/**
	 * Register the trigger of an unknown job. Fire times before the registration are
	 * over, also if the trigger replaces a trigger without automatic runs.
	 * @param unknown the state of the unknown job
	 * @param now the store's clock
	 * @return the state with the trigger
	 */
	public JobState registered(JobState unknown, Instant now) {
		JobState registered = taken(unknown, this.trigger, own(now), now);
		return isDisabled() ? registered : registered.withSince(now.minusMillis(1));
	}

	/**
	 * Confirm or propose the trigger of this node.
	 * @param state the state of the job
	 * @param now the store's clock
	 * @param idle whether no run is active or due
	 * @return the new state, unchanged if there is nothing to change
	 */
	public JobState confirmed(JobState state, Instant now, boolean idle) {
		RegisteredTrigger known = state.trigger();
		JobState confirmed = isSame(known) ? reconfirmed(state, known, now) : proposed(state, known, now);
		return idle ? settled(confirmed, now) : confirmed;
	}

	/**
	 * Confirm the trigger in the store if this node started later than the nodes that
	 * defined the trigger, if a proposal without precedence must be rejected, or to
	 * prevent removal of the job.
	 */
	private JobState reconfirmed(JobState state, RegisteredTrigger known, Instant now) {
		RegisteredTrigger proposed = state.proposed();
		Instant startedAt = believedStart(now);
		boolean later = known.isBefore(this.version, startedAt);
		RegisteredTrigger confirmed = later ? RegisteredTrigger.of(known.text(), this.version, startedAt, now) : known;
		boolean refused = proposed != null && !proposed.outranks(confirmed);
		boolean due = !now.isBefore(known.confirmedAt().plus(this.forgetAfter.dividedBy(4)));
		return (later || refused || due) ? state.withTrigger(confirmed.confirmed(now), refused ? null : proposed)
				: state;
	}

	private JobState proposed(JobState state, RegisteredTrigger known, Instant now) {
		RegisteredTrigger own = own(now);
		RegisteredTrigger proposed = state.proposed();
		if (proposed == null) {
			boolean propose = own.outranks(known) || isSilent(known, now);
			return propose ? state.withTrigger(known, own) : state;
		}
		if (!own.outranks(proposed) || (isSame(proposed) && proposed.outranks(known) == own.outranks(known))) {
			return state;
		}
		return state.withTrigger(known, own.outranks(known) ? own : own.confirmed(proposed.confirmedAt()));
	}

	private boolean isSilent(RegisteredTrigger known, Instant now) {
		return !now.isBefore(known.confirmedAt().plus(this.timeout));
	}

	/**
	 * Replace the trigger in the store by a proposal. A proposal with precedence is
	 * adopted even if the proposing node is no longer alive. A proposal without
	 * precedence is adopted only if this node defines the same trigger. In that case,
	 * fire times since the last sign of a node with the former trigger belong to the new
	 * trigger.
	 */
	private JobState settled(JobState state, Instant now) {
		RegisteredTrigger proposed = state.proposed();
		if (proposed == null) {
			return state;
		}
		RegisteredTrigger known = state.trigger();
		if (proposed.outranks(known)) {
			JobTrigger winner = JobTriggers.parse(proposed);
			return (winner != null) ? taken(state, winner, proposed, now).withSince(since(state, winner, now)) : state;
		}
		if (isSame(known) || now.isBefore(unansweredAt(proposed))) {
			return state;
		}
		Instant silent = proposed.confirmedAt().minus(this.timeout);
		return taken(state, this.trigger, own(now), now).withSince(DueTimes.later(known.confirmedAt(), silent));
	}

	/**
	 * Return the time up to which fire times of a trigger with precedence are over.
	 * Excludes fire times during a period without a node with a trigger, and local times
	 * not yet reached by the former trigger in another zone.
	 */
	private static Instant since(JobState state, JobTrigger winner, Instant now) {
		Instant before = now.minusMillis(1);
		JobTrigger former = JobTriggers.parse(state.trigger());
		if (former instanceof NoFireTimes && !state.since().equals(JobState.unknown().since())) {
			return state.since();
		}
		if (winner instanceof CronFireTimes cron && former instanceof CronFireTimes other
				&& cron.isOtherZoneOf(other)) {
			Instant over = cron.sameLocalTime(state.over(), other.zone());
			return over.isBefore(before) ? over : before;
		}
		return before;
	}

	private static JobState taken(JobState state, JobTrigger trigger, RegisteredTrigger defined, Instant now) {
		return state.withTrigger(
				RegisteredTrigger.of(trigger.registeredAt(now).text(), defined.version(), defined.startedAt(), now),
				null);
	}

	/**
	 * Return the time after which a proposal counts as unanswered. Nodes that define the
	 * proposed trigger act first.
	 */
	private Instant unansweredAt(RegisteredTrigger proposed) {
		Instant answered = proposed.confirmedAt().plus(this.timeout);
		return isSame(proposed) ? answered : answered.plus(this.timeout.dividedBy(2));
	}

	/**
	 * Return the time of the next confirmation, proposal or replacement.
	 * @param state the state of the job
	 * @return the time, or {@code null} if unknown, for example while a proposal waits
	 * for the end of a run
	 */
	@Nullable Instant checkAt(JobState state) {
		RegisteredTrigger known = state.trigger();
		if (isSame(known) || state.running() != null) {
			return null;
		}
		RegisteredTrigger proposed = state.proposed();
		return (proposed != null) ? unansweredAt(proposed) : known.confirmedAt().plus(this.timeout);
	}

	/**
	 * Return whether the start of this node is too far ahead, because the store's clock
	 * was or is wrong.
	 * @param now the store's clock
	 * @return {@code true} if the start is too far ahead
	 */
	public boolean isStartAhead(Instant now) {
		return FutureTimes.isAhead(this.startedAt, now);
	}

	private RegisteredTrigger own(Instant now) {
		return RegisteredTrigger.of(this.trigger.text(), this.version, believedStart(now), now);
	}

	/**
	 * Return the start of this node. A start that is too far ahead takes no precedence.
	 */
	private Instant believedStart(Instant now) {
		return isStartAhead(now) ? Instant.EPOCH : this.startedAt;
	}

}
