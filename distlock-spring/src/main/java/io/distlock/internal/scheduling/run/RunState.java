// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.JobStep.TryLock;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What this node has begun with a job, and not completed: the part of a run that outlasts
 * a poll.
 * <p>
 * See the page 'job-protocol' of the reference.
 */
sealed interface RunState {

	RunState IDLE = new Idle();

	/**
	 * Return what the last poll has found to be due, or {@code null}.
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
	 * A poll has found that something is due, or nothing.
	 */
	default RunState found(@Nullable TryLock step) {
		return of(unstarted(), step);
	}

	/**
	 * A claim is sent.
	 * @param run the run that it begins, if any
	 */
	default RunState claiming(@Nullable JobRun run) {
		return of(run, due());
	}

	/**
	 * The claimed run starts, or there is none.
	 */
	default RunState started() {
		return of(null, due());
	}

	/**
	 * A run has ended, and the store does not know.
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
	 * The lock is to be tried.
	 *
	 * @param due what the last poll has found
	 */
	record Due(TryLock due) implements RunState {

	}

	/**
	 * A claim was sent, and its run not started: the answer, or the lock, was lost.
	 *
	 * @param unstarted the run, which this node may start if the entry has it
	 * @param due what the last poll has found, or {@code null}
	 */
	record Unstarted(JobRun unstarted, @Nullable TryLock due) implements RunState {

	}

	/**
	 * A run has ended, and could not be recorded while its lock was held.
	 *
	 * @param end the end, which the next poll records first
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
	 * The end of a run that is to be recorded.
	 *
	 * @param run the run
	 * @param outcome how it ended
	 * @param error what went wrong, or {@code null}
	 * @param at when it ended, by the monotonic clock
	 * @param rules what decides on the next attempt
	 */
	record End(JobRun run, Outcome outcome, @Nullable String error, long at, JobRules rules) {

	}

}
