// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.look;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;

/**
 * A job that a node looks at.
 *
 * @since 0.1.0
 */
public interface WatchedJob {

	/**
	 * Return the name of the job.
	 * @return the name
	 */
	String name();

	/**
	 * Return where its entry is kept.
	 * @return the key
	 */
	LockKey key();

	/**
	 * Decide what to do, without running anything of the application.
	 * @param entry what was read just now
	 * @return when to look again, and whether to {@link #run()}
	 */
	PollResult look(JobEntry entry);

	/**
	 * Note that the store did not answer.
	 * @param failure why not
	 * @return when to look again
	 */
	PollResult failed(RuntimeException failure);

	/**
	 * Do what is due, on a thread of the application's task scheduler.
	 * @return when to look again, and what the method threw
	 */
	PollResult run();

}
