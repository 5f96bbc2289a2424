// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.rules;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;

/**
 * Decides whether a job may be removed that this node does not bring.
 * <p>
 * Nodes that all bring the same trigger write nothing, so how long ago it was confirmed
 * does not tell whether one of them lives. They are asked, with a proposal that ranks
 * below all others and is no trigger: as any proposal that does not win, each node that
 * brings the job refuses it at its next look, or puts its own in its place. If it still
 * stands when nodes have had the time to do so, no live node brings the job.
 * <p>
 * See the page 'job-protocol' of the reference.
 *
 * @param timeout how long nodes that bring a job may be silent
 * @since 0.1.0
 */
public record OrphanRules(Duration timeout) {

	/**
	 * Comes before {@code none} in the order of texts, so that it does not win against
	 * the nodes that run a job on demand only.
	 */
	private static final String QUESTION = "gone";

	/**
	 * Decide.
	 * @param entry what was read just now, of a job that is known
	 * @return what may be done
	 */
	public Verdict decide(JobEntry entry) {
		JobState state = entry.state();
		Instant now = entry.now();
		RegisteredTrigger proposed = state.proposed();
		if (proposed != null && proposed.text().equals(QUESTION)) {
			Instant answered = proposed.confirmedAt().plus(this.timeout);
			return now.isBefore(answered) ? new Verdict(Kind.ASKED, answered, state)
					: new Verdict(Kind.ORPHANED, now, state);
		}
		Instant silent = silentAt(state);
		return now.isBefore(silent) ? new Verdict(Kind.IN_USE, silent, state)
				: new Verdict(Kind.TO_ASK, now.plus(this.timeout), state.withTrigger(state.trigger(), question(now)));
	}

	/**
	 * Return when nodes that gave a sign of life were silent for long enough. A node that
	 * proposes another trigger waits for that as well, and for an answer.
	 */
	private Instant silentAt(JobState state) {
		Instant silent = state.trigger().confirmedAt().plus(this.timeout);
		RegisteredTrigger proposed = state.proposed();
		return (proposed != null) ? JobStates.later(silent, proposed.confirmedAt().plus(this.timeout.multipliedBy(2)))
				: silent;
	}

	private static RegisteredTrigger question(Instant now) {
		return new RegisteredTrigger(QUESTION, Long.MIN_VALUE, Instant.EPOCH, now);
	}

	/**
	 * What may be done with a job.
	 *
	 * @param kind what
	 * @param at until when that holds, or when to decide again
	 * @param state what to write, if the nodes are to be asked; else what was read
	 */
	public record Verdict(Kind kind, Instant at, JobState state) {

	}

	/**
	 * What may be done.
	 */
	public enum Kind {

		/**
		 * A node that brings the job has said so a short time ago.
		 */
		IN_USE,

		/**
		 * The nodes are to be asked.
		 */
		TO_ASK,

		/**
		 * They were asked, and may still answer.
		 */
		ASKED,

		/**
		 * No node has answered: the job may be removed.
		 */
		ORPHANED

	}

}
