// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.LockException;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockProviderException;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationEventPublisher;

/**
 * {@link Endpoint @Endpoint} that lists cluster jobs with their runs, and pauses,
 * resumes, runs and stops jobs.
 * <p>
 * All information is read from the stores. If a store does not respond, the list contains
 * the error of the job, and other requests for the job have the status 503.
 *
 * @since 0.1.0
 */
@Endpoint(id = "clusterjobs", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ ClusterJobsEndpoint.ClusterJobsDescriptor.class,
		ClusterJobsEndpoint.ClusterJobDescriptor.class, ErrorDescriptor.class })
public class ClusterJobsEndpoint {

	/**
	 * Maximum wait for a run: longer than the detection of a busy job, and shorter than
	 * common timeouts of clients and proxies.
	 */
	private static final Duration MAX_WAIT = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(ClusterJobsEndpoint.class);

	private final ClusterJobs jobs;

	private final StoreCalls calls;

	private final AuditTrail audit;

	/**
	 * Create an endpoint.
	 * @param jobs the jobs
	 * @param leaseTime the lease of locks, which limits the response time of a store,
	 * together with a limit of 10 seconds
	 * @param events publishes audit events
	 */
	public ClusterJobsEndpoint(ClusterJobs jobs, Duration leaseTime, ApplicationEventPublisher events) {
		this.jobs = jobs;
		this.calls = new StoreCalls(leaseTime);
		this.audit = new AuditTrail(events);
	}

	/**
	 * List the jobs, without their runs. Reads the jobs of a store in one request, and
	 * reports the failure of a store instead of its content.
	 * @return the jobs
	 */
	@ReadOperation
	public ClusterJobsDescriptor jobs() {
		Map<String, String> providers = this.jobs.providers();
		Map<String, ClusterJobDescriptor> described = new HashMap<>();
		for (String provider : Set.copyOf(providers.values())) {
			List<String> names = providers.keySet()
				.stream()
				.filter((name) -> provider.equals(providers.get(name)))
				.toList();
			describe(provider, names).forEach((job) -> described.put(job.name(), job));
		}
		return new ClusterJobsDescriptor(providers.keySet().stream().map(described::get).toList());
	}

	private List<ClusterJobDescriptor> describe(String provider, List<String> names) {
		try {
			return this.calls.call(provider, () -> read(provider, names));
		}
		catch (RuntimeException ex) {
			return names.stream().map((name) -> ClusterJobDescriptor.failed(name, provider, ex.toString())).toList();
		}
	}

	/**
	 * Read jobs together, or separately if the store contains foreign entries.
	 */
	private List<ClusterJobDescriptor> read(String provider, List<String> names) {
		try {
			Map<String, ClusterJob> found = this.jobs.jobs(provider)
				.stream()
				.collect(Collectors.toMap(ClusterJob::name, Function.identity()));
			return names.stream().map((name) -> describe(name, provider, found.get(name))).toList();
		}
		catch (LockException ex) {
			if (isAway(ex)) {
				throw ex;
			}
			return names.stream().map((name) -> read(name, provider)).toList();
		}
	}

	private static ClusterJobDescriptor describe(String name, String provider, @Nullable ClusterJob job) {
		return (job != null) ? ClusterJobDescriptor.of(job, null) : ClusterJobDescriptor.failed(name, provider,
				"The part of the store that keeps this job did not answer");
	}

	private ClusterJobDescriptor read(String name, String provider) {
		try {
			return ClusterJobDescriptor.of(this.jobs.job(name), null);
		}
		catch (LockException ex) {
			if (isAway(ex)) {
				throw ex;
			}
			return ClusterJobDescriptor.failed(name, provider, ex.toString());
		}
	}

	/**
	 * Return whether the store failed, in contrast to the entry of a single job.
	 */
	private static boolean isAway(RuntimeException failure) {
		return failure instanceof LockProviderException && failure.getCause() instanceof LockStoreException cause
				&& cause.getOutcome() != LockStoreException.Outcome.PERMANENT;
	}

	/**
	 * Describe a job, with its recorded runs.
	 * @param name the name of the job
	 * @return the job; 404 for an unknown job, 503 without a response of its store
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> job(@Selector String name) {
		return answered(() -> call(name, () -> ClusterJobDescriptor.of(this.jobs.job(name), this.jobs.history(name))));
	}

	/**
	 * Call the store of a job. Does not call a store for an unknown job.
	 */
	private <T> T call(String name, Supplier<T> question) {
		String provider = this.jobs.providers().get(name);
		return (provider != null) ? this.calls.call(provider, question) : question.get();
	}

	private static WebEndpointResponse<OperationResponseBody> answered(Supplier<OperationResponseBody> question) {
		try {
			return new WebEndpointResponse<>(question.get());
		}
		catch (LockException ex) {
			return error(ex, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
		catch (IllegalArgumentException ex) {
			return error(ex, WebEndpointResponse.STATUS_NOT_FOUND);
		}
	}

	private static WebEndpointResponse<OperationResponseBody> error(RuntimeException failure, int status) {
		return new WebEndpointResponse<>(new ErrorDescriptor(String.valueOf(failure.getMessage())), status);
	}

	/**
	 * Pause or resume a job in the whole cluster, stop its run on any node, or run it
	 * once on this node. A request to run waits for the end of the run, for a few seconds
	 * at most.
	 * @param securityContext the caller
	 * @param name the name of the job
	 * @param action {@code pause}, {@code resume}, {@code run} or {@code stop}; or {@code
	 * check}, which only reports whether the caller may act
	 * @param reason the reason, or {@code null}; kept with the job for a pause
	 * @return the result, with the status of its outcome
	 */
	@WriteOperation
	public WebEndpointResponse<JobActionDescriptor> act(SecurityContext securityContext, @Selector String name,
			@Nullable String action, @Nullable String reason) {
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
						call(name, () -> this.jobs.stop(name)) ? Outcome.PENDING : Outcome.NOT_RUNNING);
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
		return call(name, () -> {
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
	 * Cluster jobs known to this node.
	 *
	 * @param jobs the jobs, by name
	 */
	public record ClusterJobsDescriptor(List<ClusterJobDescriptor> jobs) implements OperationResponseBody {

	}

	/**
	 * Cluster job. All times are by the store's clock.
	 *
	 * @param name the name
	 * @param trigger the trigger; {@code null} if the store did not respond
	 * @param description the trigger in words; {@code null} if the store did not respond
	 * @param zone the time zone of the trigger, or {@code null} for none
	 * @param paused {@code true} if the job is paused in the whole cluster; {@code null}
	 * if the store did not respond
	 * @param running the active run, or {@code null}
	 * @param lastRun the record of the last ended run, or of fire times missed since,
	 * with the beginning of its error; or {@code null}
	 * @param retry the planned next attempt of the latest fire time, or {@code null}
	 * @param lastFireTime the latest fire time with a run, or {@code null}
	 * @param nextFireTime the next fire time, or {@code null}, for example while the job
	 * is paused
	 * @param pausedSince the start of the pause, or {@code null}
	 * @param pausedBy the user who paused the job, or {@code null}
	 * @param pauseReason the reason for the pause, or {@code null}
	 * @param overdueSince the longest-waiting fire time or attempt, or {@code null} for
	 * none
	 * @param lastSuccess the last successful run, or {@code null}
	 * @param consecutiveFailures the number of unsuccessful runs since then; {@code null}
	 * if the store did not respond
	 * @param missedFireTimes the number of fire times that did not start in time; {@code
	 * null} if the store did not respond
	 * @param skippedFireTimes the number of fire times skipped because the previous run
	 * was still active; {@code null} if the store did not respond
	 * @param provider the bean name of the provider, or {@code null} for the default
	 * provider
	 * @param history the recorded runs, latest first; {@code null} in the list of all
	 * jobs
	 * @param error the failure of the store, or {@code null}
	 */
	public record ClusterJobDescriptor(String name, @Nullable String trigger, @Nullable String description,
			@Nullable String zone, @Nullable Boolean paused, @Nullable JobRun running, @Nullable JobRun lastRun,
			@Nullable JobRetry retry, @Nullable Instant lastFireTime, @Nullable Instant nextFireTime,
			@Nullable Instant pausedSince, @Nullable String pausedBy, @Nullable String pauseReason,
			@Nullable Instant overdueSince, @Nullable Instant lastSuccess, @Nullable Integer consecutiveFailures,
			@Nullable Long missedFireTimes, @Nullable Long skippedFireTimes, @Nullable String provider,
			@Nullable List<JobRun> history, @Nullable String error) implements OperationResponseBody {

		static ClusterJobDescriptor of(ClusterJob job, @Nullable List<JobRun> history) {
			ZoneId zone = job.zone();
			return new ClusterJobDescriptor(job.name(), job.trigger(), job.description(),
					(zone != null) ? zone.getId() : null, job.paused(), job.running(), job.lastRun(), job.retry(),
					job.lastFireTime(), job.nextFireTime(), job.pausedSince(), job.pausedBy(), job.pauseReason(),
					job.overdueSince(), job.statistics().lastSuccess(), job.statistics().failures(),
					job.statistics().missed(), job.statistics().skipped(), providerName(job.provider()), history, null);
		}

		static ClusterJobDescriptor failed(String name, String provider, String failure) {
			return new ClusterJobDescriptor(name, null, null, null, null, null, null, null, null, null, null, null,
					null, null, null, null, null, null, providerName(provider), null, failure);
		}

		private static @Nullable String providerName(String provider) {
			return provider.isEmpty() ? null : provider;
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
