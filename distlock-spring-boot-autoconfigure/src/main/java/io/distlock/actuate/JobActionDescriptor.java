// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import io.distlock.actuate.ClusterJobDescriptor.JobRunDescriptor;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Result of an action on a job.
 *
 * @param job the name of the job
 * @param action what was asked
 * @param outcome what happened
 * @param run the run, if it has ended; else {@code null}
 * @param error what went wrong, or {@code null}
 * @since 0.1.0
 */
public record JobActionDescriptor(String job, String action, Outcome outcome, @Nullable JobRunDescriptor run,
		@Nullable String error) implements OperationResponseBody {

	static JobActionDescriptor of(String job, String action, Outcome outcome) {
		return new JobActionDescriptor(job, action, outcome, null, null);
	}

	static JobActionDescriptor ended(String job, String action, JobRun run) {
		return new JobActionDescriptor(job, action, Outcome.DONE, JobRunDescriptor.of(run), null);
	}

	static JobActionDescriptor invalid(String job, String action) {
		return new JobActionDescriptor(job, action, Outcome.INVALID, null,
				"'action' must be one of %s, but is '%s'".formatted(JobAction.names(), action));
	}

	static JobActionDescriptor failed(String job, String action, Outcome outcome, Throwable failure) {
		return new JobActionDescriptor(job, action, outcome, null, failure.getMessage());
	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * It is done. A run has ended, well or not: its record says so.
		 */
		DONE(200),

		/**
		 * The run is still active, whether or not its state is requested again; or it was
		 * asked to stop.
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
