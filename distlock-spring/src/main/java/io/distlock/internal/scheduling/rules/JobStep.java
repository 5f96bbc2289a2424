// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

/**
 * Next step of a node for a job without holding the job's lock: a change of the entry,
 * after which the job is polled again, or one of the nested steps.
 *
 * @since 0.1.0
 */
public sealed interface JobStep permits JobChange, JobStep.TryLock, JobStep.Rest {

	/**
	 * Try to acquire the lock.
	 *
	 * @param urgent whether the owner of the lock has something to run
	 * @param running the run that may still be active on another node, or {@code null}
	 * @param nextFireTime the next fire time if there is such a run, or {@code null}
	 */
	record TryLock(boolean urgent, @Nullable JobRun running, @Nullable Instant nextFireTime) implements JobStep {

	}

	/**
	 * Poll again at the next fire time.
	 *
	 * @param nextFireTime the next fire time, or {@code null}
	 * @param checkAt the time of another step, or {@code null}
	 * @param paused whether the job is paused
	 */
	record Rest(@Nullable Instant nextFireTime, @Nullable Instant checkAt, boolean paused) implements JobStep {

	}

}
