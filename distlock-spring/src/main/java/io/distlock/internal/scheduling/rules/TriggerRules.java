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
 * Decides which trigger fires a job where nodes define different ones. The highest
 * version wins, and of one version the node that started last.
 * <p>
 * A trigger that wins is proposed, and takes its place when nothing runs or is due. One
 * that does not is proposed when the one in the store was not confirmed for a while:
 * nodes that define the one in the store refuse it at their next poll, and if none does,
 * it takes its place. So a trigger that no live node defines is replaced, and as long as
 * all nodes define the same, it is confirmed now and then, by one of them, and nothing
 * else is written.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param trigger the trigger that this node defines
 * @param version the order that the application gives its deployments
 * @param startedAt when this node started, by the store's clock
 * @param timeout how long nodes that define a trigger may be silent
 * @param forgetAfter how long a job is kept that no node confirms
 * @since 0.1.0
 */
public record TriggerRules(JobTrigger trigger, long version, Instant startedAt, Duration timeout,
		Duration forgetAfter) {

	/**
	 * Return the rules of a node. One whose job does not run by itself comes last: the
	 * trigger of any other node wins, whichever started later.
	 * @param trigger the trigger that this node defines
	 * @param version the order that the application gives its deployments
	 * @param startedAt when this node started, by the store's clock
	 * @param timeout how long nodes that define a trigger may be silent
	 * @param forgetAfter how long a job is kept that no node confirms
	 * @return the rules
	 */
	public static TriggerRules of(JobTrigger trigger, long version, Instant startedAt, Duration timeout,
			Duration forgetAfter) {
		return (trigger instanceof NoFireTimes)
				? new TriggerRules(trigger, Long.MIN_VALUE, Instant.EPOCH, timeout, forgetAfter)
				: new TriggerRules(trigger, version, startedAt, timeout, forgetAfter);
	}

	/**
	 * Return whether a job is to be forgotten: no node has confirmed or proposed a
	 * trigger of it for so long that none can live.
	 * @param entry what was read just now
	 * @param forgetAfter how long a job is kept that no node confirms
	 * @return whether it is
	 */
	public static boolean isForgotten(JobEntry entry, Duration forgetAfter) {
		RegisteredTrigger proposed = entry.state().proposed();
		Instant confirmed = entry.state().trigger().confirmedAt();
		Instant last = (proposed != null) ? DueTimes.later(confirmed, proposed.confirmedAt()) : confirmed;
		return entry.version() != 0 && !entry.now().isBefore(last.plus(forgetAfter));
	}

	/**
	 * Return whether this node runs the job on demand only.
	 * @return whether it does
	 */
	public boolean isDisabled() {
		return this.trigger instanceof NoFireTimes;
	}

	/**
	 * Return whether no node defines the trigger in the store any more, as far as this
	 * one knows.
	 * @param state what is known
	 * @param now the store's clock
	 * @return whether it is so
	 */
	boolean isSoleOwner(JobState state, Instant now) {
		RegisteredTrigger proposed = state.proposed();
		return isSame(state) || (proposed != null && isSame(proposed) && !now.isBefore(unansweredAt(proposed)));
	}

	/**
	 * Return whether the trigger in the store is the one that this node defines.
	 * @param state what is known
	 * @return whether it is
	 */
	public boolean isSame(JobState state) {
		return isSame(state.trigger());
	}

	private boolean isSame(RegisteredTrigger known) {
		JobTrigger parsed = JobTriggers.parse(known);
		return parsed != null && this.trigger.isSameAs(parsed);
	}

	/**
	 * Return whether the trigger of this node takes its place as soon as nothing runs.
	 * @param state what is known
	 * @return whether it does
	 */
	public boolean isNext(JobState state) {
		RegisteredTrigger proposed = state.proposed();
		return proposed != null && isSame(proposed) && proposed.outranks(state.trigger());
	}

	/**
	 * Register the trigger of a job that the store does not know: fire times before now
	 * are not its own, nor those before a first one that takes the place of none.
	 * @param unknown the state of such a job
	 * @param now the store's clock
	 * @return the state with the trigger
	 */
	public JobState registered(JobState unknown, Instant now) {
		JobState registered = taken(unknown, this.trigger, own(now), now);
		return isDisabled() ? registered : registered.withSince(now.minusMillis(1));
	}

	/**
	 * Confirm or propose the trigger that this node defines.
	 * @param state what is known
	 * @param now the store's clock
	 * @param idle whether nothing runs and nothing is due
	 * @return the new state; the same if nothing changes
	 */
	public JobState confirmed(JobState state, Instant now, boolean idle) {
		RegisteredTrigger known = state.trigger();
		JobState confirmed = isSame(known) ? reconfirmed(state, known, now) : proposed(state, known, now);
		return idle ? settled(confirmed, now) : confirmed;
	}

	/**
	 * Confirm the trigger in the store if this node started later than those that defined
	 * it, if another one is proposed that does not win, or so that the job is not
	 * forgotten.
	 */
	private JobState reconfirmed(JobState state, RegisteredTrigger known, Instant now) {
		RegisteredTrigger proposed = state.proposed();
		RegisteredTrigger own = own(now);
		boolean later = known.isBefore(own.version(), own.startedAt());
		RegisteredTrigger confirmed = later ? RegisteredTrigger.of(known.text(), own.version(), own.startedAt(), now)
				: known;
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
	 * Replace the trigger in the store by a proposed one. One that wins does whether or
	 * not the node still lives that proposed it. Of those that do not, this node knows
	 * that it defines its own: fire times since the last sign of a node with the former
	 * trigger are those of the new one.
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
	 * Return up to when fire times are over that a trigger has which wins. Those that
	 * passed while no node defined a trigger are its own, and so is the local time that
	 * the former one, in another zone, has not reached.
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
	 * Return when a proposal has waited long enough for an answer. The nodes that define
	 * it go first.
	 */
	private Instant unansweredAt(RegisteredTrigger proposed) {
		Instant answered = proposed.confirmedAt().plus(this.timeout);
		return isSame(proposed) ? answered : answered.plus(this.timeout.dividedBy(2));
	}

	/**
	 * Return when there will be something to say.
	 * @param state what is known
	 * @return when, or {@code null} if that is not known, as while a run is in progress,
	 * for which a proposed trigger waits
	 */
	@Nullable Instant lookAt(JobState state) {
		RegisteredTrigger known = state.trigger();
		if (isSame(known) || state.running() != null) {
			return null;
		}
		RegisteredTrigger proposed = state.proposed();
		return (proposed != null) ? unansweredAt(proposed) : known.confirmedAt().plus(this.timeout);
	}

	/**
	 * Return whether the start of this node lies so far ahead that it was read while the
	 * store's clock was wrong, or is by now.
	 * @param now the store's clock
	 * @return whether it does
	 */
	public boolean isStartAhead(Instant now) {
		return FutureTimes.isAhead(this.startedAt, now);
	}

	/**
	 * A start that lies too far ahead outranks no other.
	 */
	private RegisteredTrigger own(Instant now) {
		return RegisteredTrigger.of(this.trigger.text(), this.version,
				isStartAhead(now) ? Instant.EPOCH : this.startedAt, now);
	}

}
