// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;

/**
 * A job that a node polls.
 *
 * @since 0.1.0
 */
public interface WatchedJob {

	/**
	 * Return the key of its entry, whose name is that of the job.
	 * @return the key
	 */
	LockKey key();

	/**
	 * Decide what to do, without running anything of the application.
	 * @param entry the entry just read
	 * @param readAt when it was read, by the monotonic clock
	 * @return when to poll again, and whether to {@link #run()}
	 */
	PollResult poll(JobEntry entry, long readAt);

	/**
	 * Note that the store did not respond.
	 * @param failure why not
	 * @return when to poll again
	 */
	PollResult failed(RuntimeException failure);

	/**
	 * Run what is due, on a thread of the application's task scheduler.
	 * @return when to poll again, and what the method threw
	 */
	PollResult run();

}
