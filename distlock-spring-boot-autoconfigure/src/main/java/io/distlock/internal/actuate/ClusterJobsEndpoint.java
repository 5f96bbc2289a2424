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
 * {@link Endpoint @Endpoint} that lists the cluster's jobs with their runs, and pauses,
 * resumes, runs and stops them.
 * <p>
 * Everything is asked of the stores. If the one of a job does not answer, the list says
 * so in its place, and anything else about that job has the status 503.
 *
 * @since 0.1.0
 */
@Endpoint(id = "clusterjobs", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ ClusterJobsEndpoint.ClusterJobsDescriptor.class,
		ClusterJobsEndpoint.ClusterJobDescriptor.class, ErrorDescriptor.class })
public class ClusterJobsEndpoint {

	/**
	 * Longer than it takes to find out that a job is busy, and shorter than what clients
	 * and proxies wait for.
	 */
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(ClusterJobsEndpoint.class);

	private final ClusterJobs jobs;

	private final StoreCalls calls;

	private final AuditTrail audit;

	/**
	 * Create an endpoint.
	 * @param jobs the jobs
	 * @param leaseTime the lease of locks: no answer of a store takes longer, nor longer
	 * than 10 seconds
	 * @param events where audit events are published
	 */
	public ClusterJobsEndpoint(ClusterJobs jobs, Duration leaseTime, ApplicationEventPublisher events) {
		this.jobs = jobs;
		this.calls = new StoreCalls(leaseTime);
		this.audit = new AuditTrail(events);
	}

	/**
	 * List the jobs, without their runs. Reads the jobs of a store in one request, and
	 * reports the failure of a store in place of its content.
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
	 * Read jobs together, or one by one where the store has something that is no job.
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
	 * Return whether it is the store that failed, and not what it has of one job.
	 */
	private static boolean isAway(RuntimeException failure) {
		return failure instanceof LockProviderException && failure.getCause() instanceof LockStoreException cause
				&& cause.getOutcome() != LockStoreException.Outcome.PERMANENT;
	}

	/**
	 * Describe a job, with its recorded runs.
	 * @param name its name
	 * @return the job; 404 if there is none, 503 if its store did not answer
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> job(@Selector String name) {
		return answered(() -> call(name, () -> ClusterJobDescriptor.of(this.jobs.job(name), this.jobs.history(name))));
	}

	/**
	 * Call the store of a job. A name that is no job's calls none.
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
	 * Pause or resume a job in the whole cluster, stop its run on whichever node, or run
	 * it on this node, now and once. Who asks for a run waits for its end, for a few
	 * seconds at most.
	 * @param securityContext who asks for it
	 * @param name the name of the job
	 * @param action {@code pause}, {@code resume}, {@code run} or {@code stop}; or
	 * {@code check}, which does nothing but say whether the caller may act
	 * @param reason why, or {@code null}; that of a pause is kept with the job
	 * @return what became of it; its status is that of the outcome
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
	 * Act, and record it however that ends, except a check.
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
	 * Run a job on a thread of its own, since it may take hours and a connection may drop
	 * meanwhile: the operator waits for a moment, which is enough to hear that the job is
	 * busy or that a short one has ended, and finds the rest in the records of the job.
	 */
	private JobActionDescriptor run(String name) {
		if (!this.jobs.providers().containsKey(name)) {
			// Says so, on no thread of its own.
			this.jobs.job(name);
		}
		CompletableFuture<JobRun> run = start(name);
		try {
			return JobActionDescriptor.ended(name, run.get(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS));
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
	 * The jobs of the cluster that this node knows.
	 *
	 * @param jobs the jobs, by name
	 */
	public record ClusterJobsDescriptor(List<ClusterJobDescriptor> jobs) implements OperationResponseBody {

	}

	/**
	 * A job of the cluster. All times are by the store's clock.
	 *
	 * @param name its name
	 * @param trigger what fires it; {@code null} if the store did not respond
	 * @param description the trigger in words; {@code null} if the store did not respond
	 * @param zone the time zone of the trigger, or {@code null} if it has none
	 * @param paused whether it is paused in the whole cluster; {@code null} if the store
	 * did not respond
	 * @param running the run that has not ended, or {@code null}
	 * @param lastRun the record of the run that ended last, or of fire times that were
	 * missed since, with the beginning of its error; or {@code null}
	 * @param retry another attempt of the latest fire time, which is planned, or
	 * {@code null}
	 * @param lastFireTime the latest fire time that was run, or {@code null}
	 * @param nextFireTime the next fire time, or {@code null}, as while the job is paused
	 * @param pausedSince since when it is paused, or {@code null}
	 * @param pausedBy who paused it, or {@code null}
	 * @param pauseReason why it is paused, or {@code null}
	 * @param overdueSince the fire time, or the time of another attempt, that has been
	 * waiting for longest, or {@code null} if none waits
	 * @param lastSuccess when a run last succeeded, or {@code null}
	 * @param consecutiveFailures number of runs that have ended otherwise since then;
	 * {@code
	 * null} if the store did not respond
	 * @param missedFireTimes number of fire times that did not start in time;
	 * {@code null} if the store did not respond
	 * @param skippedFireTimes number of fire times that were skipped because the previous
	 * run was still active; {@code null} if the store did not respond
	 * @param provider the bean name of the provider that keeps it, or {@code null} for
	 * the default one
	 * @param history its recorded runs, the latest first; {@code null} in the list of all
	 * jobs
	 * @param error failure of the store, or {@code null}
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
	 * @param action what was asked
	 * @param outcome what happened
	 * @param run the run, if it has ended; else {@code null}
	 * @param error what went wrong, or {@code null}
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

	}

}
