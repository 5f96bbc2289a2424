package io.distlock.scheduling;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * What a node does next about a job that it does not hold the lock of.
 */
sealed interface JobStep {

	/**
	 * Change the entry, and look again.
	 *
	 * @param state the new state
	 */
	record Register(JobState state) implements JobStep {

	}

	/**
	 * Try to take the lock.
	 *
	 * @param urgent whether there is something to run for whoever gets the lock
	 * @param nextFireTime the next fire time, or {@code null}
	 */
	record TryLock(boolean urgent, @Nullable Instant nextFireTime) implements JobStep {

	}

	/**
	 * Look again at the next fire time.
	 *
	 * @param nextFireTime the next fire time, or {@code null}
	 * @param paused whether the job is paused
	 */
	record Rest(@Nullable Instant nextFireTime, boolean paused) implements JobStep {

	}

}
