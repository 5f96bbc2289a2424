// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.JobStep.TryLock;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * State of a job on this node beyond a single poll: claims and runs that this node has
 * begun and not completed.
 * <p>
 * See the page 'job-protocol' of the reference.
 */
sealed interface RunState {

	RunState IDLE = new Idle();

	/**
	 * Return the step that the last poll found due, or {@code null}.
	 */
	default @Nullable TryLock due() {
		return null;
	}

	/**
	 * Return the run that may have been claimed and was not started, or {@code null}.
	 */
	default @Nullable JobRun unstarted() {
		return null;
	}

	/**
	 * Record the result of a poll.
	 */
	default RunState found(@Nullable TryLock step) {
		return of(unstarted(), step);
	}

	/**
	 * A claim is sent.
	 * @param run the claimed run, if any
	 */
	default RunState claiming(@Nullable JobRun run) {
		return of(run, due());
	}

	/**
	 * The claimed run starts, or the claim had no run.
	 */
	default RunState started() {
		return of(null, due());
	}

	/**
	 * A run has ended, and the store has no record of the end.
	 */
	default RunState ended(End end) {
		return new Unrecorded(end, unstarted());
	}

	/**
	 * An end is recorded, or left to the next node.
	 */
	default RunState recorded(End end) {
		return this;
	}

	private static RunState of(@Nullable JobRun unstarted, @Nullable TryLock due) {
		if (unstarted != null) {
			return new Unstarted(unstarted, due);
		}
		return (due != null) ? new Due(due) : IDLE;
	}

	/**
	 * The job rests, or its method runs.
	 */
	record Idle() implements RunState {

	}

	/**
	 * The lock must be tried.
	 *
	 * @param due the step that the last poll found due
	 */
	record Due(TryLock due) implements RunState {

	}

	/**
	 * A claim was sent and its run was not started, because the answer or the lock was
	 * lost.
	 *
	 * @param unstarted the run, which this node may start if it is active in the entry
	 * @param due the step that the last poll found due, or {@code null}
	 */
	record Unstarted(JobRun unstarted, @Nullable TryLock due) implements RunState {

	}

	/**
	 * A run has ended, and its end could not be recorded while the lock was held.
	 *
	 * @param end the end, recorded by the next poll
	 * @param unstarted a run of the same job that may have been claimed meanwhile, or
	 * {@code null}
	 */
	record Unrecorded(End end, @Nullable JobRun unstarted) implements RunState {

		@Override
		public RunState found(@Nullable TryLock step) {
			return this;
		}

		@Override
		public RunState claiming(@Nullable JobRun run) {
			return new Unrecorded(this.end, run);
		}

		@Override
		public RunState started() {
			return new Unrecorded(this.end, null);
		}

		@Override
		public RunState recorded(End end) {
			return (end == this.end) ? of(this.unstarted, null) : this;
		}

	}

	/**
	 * Unrecorded end of a run.
	 *
	 * @param run the run
	 * @param outcome the outcome
	 * @param error the error message, or {@code null}
	 * @param at the end by the monotonic clock
	 * @param rules determine the next attempt
	 */
	record End(JobRun run, Outcome outcome, @Nullable String error, long at, JobRules rules) {

	}

}
