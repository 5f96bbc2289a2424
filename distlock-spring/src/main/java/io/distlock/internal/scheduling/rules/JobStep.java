// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Next step of a node for a job whose lock it does not hold: a change of its entry, after
 * which it is polled again, or one of these.
 *
 * @since 0.1.0
 */
public sealed interface JobStep permits JobChange, JobStep.TryLock, JobStep.Rest {

	/**
	 * Try to take the lock.
	 *
	 * @param urgent whether there is something to run for the one that gets the lock
	 * @param running the run that another node may still be at, or {@code null}
	 * @param nextFireTime the next fire time if there is such a run, or {@code null}
	 */
	record TryLock(boolean urgent, @Nullable JobRun running, @Nullable Instant nextFireTime) implements JobStep {

	}

	/**
	 * Poll again at the next fire time.
	 *
	 * @param nextFireTime the next fire time, or {@code null}
	 * @param lookAt when there is something else to do, or {@code null}
	 * @param paused whether the job is paused
	 */
	record Rest(@Nullable Instant nextFireTime, @Nullable Instant lookAt, boolean paused) implements JobStep {

	}

}
