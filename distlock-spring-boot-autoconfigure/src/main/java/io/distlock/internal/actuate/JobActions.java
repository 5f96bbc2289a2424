// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.distlock.LockException;
import io.distlock.LockNotAcquiredException;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Acts on jobs for operators, and publishes an audit event of each action.
 */
final class JobActions {

	/**
	 * Maximum wait for a run: longer than the detection of a busy job, and shorter than
	 * common timeouts of clients and proxies.
	 */
	private static final Duration MAX_WAIT = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(JobActions.class);

	private final ClusterJobs jobs;

	private final StoredJobs stored;

	private final AuditTrail audit;

	JobActions(ClusterJobs jobs, StoredJobs stored, AuditTrail audit) {
		this.jobs = jobs;
		this.stored = stored;
		this.audit = audit;
	}

	/**
	 * Act, and return the result with the status of its outcome.
	 * @param action the name of the action, or {@code null} for an invalid request
	 */
	WebEndpointResponse<JobActionDescriptor> act(SecurityContext securityContext, String name, @Nullable String action,
			@Nullable String reason) {
		JobActionDescriptor done = JobAction.find(action)
			.map((wanted) -> audited(securityContext, name, wanted, reason))
			.orElseGet(() -> JobActionDescriptor.invalid(name, (action != null) ? LockKey.shown(action) : ""));
		return new WebEndpointResponse<>(done, done.outcome().status);
	}

	/**
	 * Act, and publish an audit event with any outcome, except for a check.
	 */
	private JobActionDescriptor audited(SecurityContext securityContext, String name, JobAction action,
			@Nullable String reason) {
		Outcome outcome = Outcome.FAILED;
		try {
			// The principal is known on the thread of the request only.
			JobActionDescriptor done = act(AuditTrail.name(securityContext), name, action, reason);
			outcome = done.outcome();
			return done;
		}
		finally {
			if (action != JobAction.CHECK && outcome != Outcome.UNKNOWN_JOB) {
				Map<String, Object> data = new HashMap<>(Map.of("job", name, "outcome", outcome.name()));
				if (reason != null) {
					data.put("reason", LockKey.shown(reason));
				}
				this.audit.record(securityContext, action.auditType(), data);
			}
		}
	}

	private JobActionDescriptor act(String principal, String name, JobAction action, @Nullable String reason) {
		try {
			return switch (action) {
				case RUN -> run(name);
				case STOP -> JobActionDescriptor.of(name, action,
						this.stored.call(name, () -> this.jobs.stop(name)) ? Outcome.PENDING : Outcome.NOT_RUNNING);
				case CHECK -> JobActionDescriptor.of(name, action, Outcome.DONE);
				case PAUSE -> changed(name, action, () -> this.jobs.pause(name, principal, reason));
				case RESUME -> changed(name, action, () -> this.jobs.resume(name));
			};
		}
		catch (LockException ex) {
			Outcome outcome = (ex instanceof LockNotAcquiredException) ? Outcome.BUSY : Outcome.FAILED;
			return JobActionDescriptor.failed(name, action, outcome, ex);
		}
		catch (IllegalArgumentException ex) {
			return JobActionDescriptor.failed(name, action, Outcome.UNKNOWN_JOB, ex);
		}
	}

	private JobActionDescriptor changed(String name, JobAction action, Runnable change) {
		return this.stored.call(name, () -> {
			change.run();
			return JobActionDescriptor.of(name, action, Outcome.DONE);
		});
	}

	/**
	 * Run a job on a separate thread, because a run may take hours and the connection may
	 * be lost meanwhile. The caller waits briefly, to learn that the job is busy or that
	 * a short run has ended. The records of the job contain later results.
	 */
	private JobActionDescriptor run(String name) {
		if (!this.jobs.providers().containsKey(name)) {
			// Says so, on no thread of its own.
			this.jobs.job(name);
		}
		CompletableFuture<JobRun> run = start(name);
		try {
			return JobActionDescriptor.ended(name, run.get(MAX_WAIT.toNanos(), TimeUnit.NANOSECONDS));
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof LockException || ex.getCause() instanceof IllegalArgumentException) {
				throw (RuntimeException) ex.getCause();
			}
			throw new IllegalStateException("Job '%s' could not be run".formatted(name), ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (TimeoutException ex) {
			// It is running.
		}
		run.whenComplete((ended, failure) -> report(name, failure));
		return JobActionDescriptor.of(name, JobAction.RUN, Outcome.PENDING);
	}

	private CompletableFuture<JobRun> start(String name) {
		CompletableFuture<JobRun> run = new CompletableFuture<>();
		DaemonThreads.start("distlock-run-" + name, () -> {
			try {
				run.complete(this.jobs.runNow(name));
			}
			catch (Throwable ex) {
				run.completeExceptionally(ex);
			}
		});
		return run;
	}

	// A job that fails says so in its record.
	private static void report(String name, @Nullable Throwable failure) {
		if (failure != null) {
			logger.warn("Job '{}' was requested, but did not run", name, failure);
		}
	}

	/**
	 * Action that can be requested for a job.
	 */
	private enum JobAction {

		PAUSE, RESUME, RUN, STOP, CHECK;

		static Optional<JobAction> find(@Nullable String text) {
			return Arrays.stream(values()).filter((action) -> action.text().equals(text)).findFirst();
		}

		static List<String> names() {
			return Arrays.stream(values()).map(JobAction::text).toList();
		}

		String text() {
			return name().toLowerCase(Locale.ROOT);
		}

		String auditType() {
			return "DISTLOCK_JOB_" + name();
		}

	}

	/**
	 * Result of an action on a job.
	 *
	 * @param job the name of the job
	 * @param action the requested action
	 * @param outcome the outcome
	 * @param run the run if it has ended, otherwise {@code null}
	 * @param error the error message, or {@code null}
	 */
	public record JobActionDescriptor(String job, String action, Outcome outcome, @Nullable JobRun run,
			@Nullable String error) implements OperationResponseBody {

		static JobActionDescriptor of(String job, JobAction action, Outcome outcome) {
			return new JobActionDescriptor(job, action.text(), outcome, null, null);
		}

		static JobActionDescriptor ended(String job, JobRun run) {
			return new JobActionDescriptor(job, JobAction.RUN.text(), Outcome.DONE, run, null);
		}

		static JobActionDescriptor invalid(String job, String action) {
			return new JobActionDescriptor(job, action, Outcome.INVALID, null,
					"'action' must be one of %s, but is '%s'".formatted(JobAction.names(), action));
		}

		static JobActionDescriptor failed(String job, JobAction action, Outcome outcome, Throwable failure) {
			return new JobActionDescriptor(job, action.text(), outcome, null, failure.getMessage());
		}

	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The action was completed. A completed run may have failed, as shown in its
		 * record.
		 */
		DONE(200),

		/**
		 * The run is still active, or was requested to stop.
		 */
		PENDING(202),

		/**
		 * The action is unknown.
		 */
		INVALID(400),

		/**
		 * The job is unknown.
		 */
		UNKNOWN_JOB(404),

		/**
		 * The job has no run to stop.
		 */
		NOT_RUNNING(409),

		/**
		 * The job is already running on this or another node.
		 */
		BUSY(409),

		/**
		 * The store did not respond, or refused the request.
		 */
		FAILED(503);

		private final int status;

		Outcome(int status) {
			this.status = status;
		}

	}

}
