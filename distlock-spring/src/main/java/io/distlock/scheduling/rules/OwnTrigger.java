// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.rules;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * The trigger that this node has for a job, and what becomes of it beside the one in the
 * store.
 *
 * @since 0.1.0
 */
public interface OwnTrigger {

	/**
	 * Return whether the entry is one that this node may change.
	 * @param state what is known
	 * @return whether it is; also of a job that is not known yet
	 */
	boolean owns(JobState state);

	/**
	 * Return whether this node runs the job on demand only.
	 * @return whether it does
	 */
	boolean standBy();

	/**
	 * Return whether the trigger of this node takes its place though a fire time of the
	 * former one is due.
	 * @param state what is known
	 * @return whether it does
	 */
	boolean replaces(JobState state);

	/**
	 * Return whether the run that goes on is of a former schedule, so that it is not
	 * tried again.
	 * @param state what is known
	 * @return whether it is
	 */
	boolean isReplaced(JobState state);

	/**
	 * Return whether the trigger in the store is what this node brings.
	 * @param state what is known
	 * @return whether it is
	 */
	boolean isSame(JobState state);

	/**
	 * Return whether the trigger of this node takes its place as soon as nothing runs.
	 * @param state what is known
	 * @return whether it does
	 */
	boolean isNext(JobState state);

	/**
	 * Return whether no node brings the trigger in the store any more, as far as this one
	 * knows.
	 * @param state what is known
	 * @param now the store's clock
	 * @return whether it is so
	 */
	boolean isAlone(JobState state, Instant now);

	/**
	 * Register the trigger of a job that the store does not know: fire times before now
	 * are not its own.
	 * @param unknown the state of such a job
	 * @param now the store's clock
	 * @return the state with the trigger
	 */
	JobState registered(JobState unknown, Instant now);

	/**
	 * Say what this node brings.
	 * @param state what is known
	 * @param now the store's clock
	 * @param idle whether nothing runs and nothing is due
	 * @return what becomes of it; the same if there is nothing to say
	 */
	JobState said(JobState state, Instant now, boolean idle);

	/**
	 * Return when there will be something to say.
	 * @param state what is known
	 * @return when, or {@code null} if that is not known
	 */
	@Nullable Instant lookAt(JobState state);

}
