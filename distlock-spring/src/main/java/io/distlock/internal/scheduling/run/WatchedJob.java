// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;

/**
 * Job polled by a node.
 */
interface WatchedJob {

	/**
	 * Return the key of its entry, named as the job.
	 */
	LockKey key();

	/**
	 * Determine the next step without calling the application.
	 * @param readAt time of the read by the monotonic clock
	 */
	PollResult poll(JobEntry entry, long readAt);

	/**
	 * Record that the store did not respond.
	 */
	PollResult failed(RuntimeException failure);

	/**
	 * Run a due run, on a thread of the application's task scheduler.
	 */
	PollResult run();

}
