// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Instant;

import io.distlock.actuate.ClusterJobDescriptor.JobRunDescriptor;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What became of something that was asked of a job.
 *
 * @param job the name of the job
 * @param action what was asked
 * @param outcome what happened
 * @param run the run, if it has ended; else {@code null}
 * @param error what went wrong, or {@code null}
 * @param askAgainAt when to ask for a removal again, or {@code null}
 * @since 0.1.0
 */
public record JobActionDescriptor(String job, String action, Outcome outcome, @Nullable JobRunDescriptor run,
		@Nullable String error, @Nullable Instant askAgainAt) implements OperationResponseBody {

	static JobActionDescriptor of(String job, String action, Outcome outcome) {
		return new JobActionDescriptor(job, action, outcome, null, null, null);
	}

	static JobActionDescriptor pending(String job, String action, Instant askAgainAt) {
		return new JobActionDescriptor(job, action, Outcome.PENDING, null, null, askAgainAt);
	}

	static JobActionDescriptor ended(String job, String action, JobRun run) {
		return new JobActionDescriptor(job, action, Outcome.DONE, JobRunDescriptor.of(run), null, null);
	}

	static JobActionDescriptor invalid(String job, String action) {
		return new JobActionDescriptor(job, action, Outcome.INVALID, null,
				"'action' must be one of %s, but is '%s'".formatted(JobAction.names(), action), null);
	}

	static JobActionDescriptor failed(String job, String action, Outcome outcome, Throwable failure) {
		return new JobActionDescriptor(job, action, outcome, null, failure.getMessage(), null);
	}

	/**
	 * What happened.
	 */
	public enum Outcome {

		/**
		 * It is done. A run has ended, well or not: its record says so.
		 */
		DONE(200),

		/**
		 * The run has not ended yet, and goes on whether or not it is asked for again; or
		 * it was asked to stop. Before a removal, the nodes were asked whether they bring
		 * the job.
		 */
		PENDING(202),

		/**
		 * There is no such action.
		 */
		INVALID(400),

		/**
		 * There is no such job.
		 */
		UNKNOWN_JOB(404),

		/**
		 * There is no run to stop.
		 */
		NOT_RUNNING(409),

		/**
		 * The job is running already, here or on another node.
		 */
		BUSY(409),

		/**
		 * A node brings the job that is to be removed.
		 */
		IN_USE(409),

		/**
		 * The store did not answer, or refused.
		 */
		FAILED(503);

		private final int status;

		Outcome(int status) {
			this.status = status;
		}

		int status() {
			return this.status;
		}

	}

}
