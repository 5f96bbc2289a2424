package io.distlock.actuate;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.distlock.LockException;
import io.distlock.actuate.JobActionDescriptor.Outcome;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;

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
 * resumes and runs them.
 * <p>
 * Everything is asked of the store; if it does not answer, the status is 503.
 *
 * @since 0.1.0
 */
@Endpoint(id = "clusterjobs", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ ClusterJobsDescriptor.class, ClusterJobDescriptor.class, ErrorDescriptor.class })
public class ClusterJobsEndpoint {

	private final ClusterJobs jobs;

	private final RunsOnDemand runs;

	private final AuditTrail audit;

	/**
	 * Create an endpoint.
	 * @param jobs the jobs
	 * @param events where audit events are published
	 */
	public ClusterJobsEndpoint(ClusterJobs jobs, ApplicationEventPublisher events) {
		this.jobs = jobs;
		this.runs = new RunsOnDemand(jobs);
		this.audit = new AuditTrail(events);
	}

	/**
	 * List the jobs, without their runs.
	 * @return the jobs
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> jobs() {
		return answered(() -> new ClusterJobsDescriptor(
				this.jobs.jobs().stream().map((job) -> ClusterJobDescriptor.of(job, null)).toList()));
	}

	/**
	 * Describe a job, with its recorded runs.
	 * @param name its name
	 * @return the job, or 404
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> job(@Selector String name) {
		return answered(() -> {
			List<JobRun> history = this.jobs.history(name);
			return this.jobs.jobs()
				.stream()
				.filter((job) -> job.name().equals(name))
				.map((job) -> ClusterJobDescriptor.of(job, history))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException("There is no job '%s'".formatted(name)));
		});
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
	 * Pause or resume a job in the whole cluster, or run it on this node, now and once.
	 * Who asks for a run waits for its end, for a few seconds at most.
	 * @param securityContext who asks for it
	 * @param name the name of the job
	 * @param action {@code pause}, {@code resume} or {@code run}
	 * @return what became of it; its status is that of the outcome
	 */
	@WriteOperation
	public WebEndpointResponse<JobActionDescriptor> act(SecurityContext securityContext, @Selector String name,
			String action) {
		JobActionDescriptor done = JobAction.find(action)
			.map((wanted) -> audited(securityContext, wanted, act(name, wanted)))
			.orElseGet(() -> JobActionDescriptor.invalid(name, action));
		return new WebEndpointResponse<>(done, done.outcome().status());
	}

	private JobActionDescriptor audited(SecurityContext securityContext, JobAction action, JobActionDescriptor done) {
		if (done.outcome() != Outcome.UNKNOWN_JOB) {
			this.audit.record(securityContext, action.auditType(),
					Map.of("job", done.job(), "outcome", done.outcome().name()));
		}
		return done;
	}

	private JobActionDescriptor act(String name, JobAction action) {
		try {
			return (action != JobAction.RUN) ? change(name, action) : this.runs.run(name);
		}
		catch (LockException ex) {
			return JobActionDescriptor.failed(name, action.text(), Outcome.FAILED, ex);
		}
		catch (IllegalArgumentException ex) {
			return JobActionDescriptor.failed(name, action.text(), Outcome.UNKNOWN_JOB, ex);
		}
	}

	private JobActionDescriptor change(String name, JobAction action) {
		if (action == JobAction.PAUSE) {
			this.jobs.pause(name);
		}
		else {
			this.jobs.resume(name);
		}
		return JobActionDescriptor.of(name, action.text(), Outcome.DONE);
	}

}
