// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;

/**
 * A job that a node polls.
 */
interface WatchedJob {

	/**
	 * Return the key of its entry, whose name is that of the job.
	 */
	LockKey key();

	/**
	 * Decide what to do, without running anything of the application.
	 * @param readAt when the entry was read, by the monotonic clock
	 */
	PollResult poll(JobEntry entry, long readAt);

	/**
	 * Note that the store did not respond.
	 */
	PollResult failed(RuntimeException failure);

	/**
	 * Run what is due, on a thread of the application's task scheduler.
	 */
	PollResult run();

}
