// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.distlock.LockException;
import io.distlock.actuate.ClusterJobsDescriptor.OrphansDescriptor;
import io.distlock.actuate.JobActionDescriptor.Outcome;
import io.distlock.scheduling.ClusterJobs;
import org.jspecify.annotations.Nullable;

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
@RegisterReflectionForBinding({ ClusterJobsDescriptor.class, ClusterJobDescriptor.class, ErrorDescriptor.class })
public class ClusterJobsEndpoint {

	private final ClusterJobs jobs;

	private final ManualRuns runs;

	private final AuditTrail audit;

	/**
	 * Create an endpoint.
	 * @param jobs the jobs
	 * @param events where audit events are published
	 */
	public ClusterJobsEndpoint(ClusterJobs jobs, ApplicationEventPublisher events) {
		this.jobs = jobs;
		this.runs = new ManualRuns(jobs);
		this.audit = new AuditTrail(events);
	}

	/**
	 * List the jobs, without their runs. Failures of a store are reported in place of its
	 * content.
	 * @param orphans whether to list also jobs that the stores have and no code of this
	 * node defines, which may take seconds
	 * @return the jobs
	 */
	@ReadOperation
	public ClusterJobsDescriptor jobs(@Nullable Boolean orphans) {
		List<ClusterJobDescriptor> all = new JobDescriptions(this.jobs).all();
		OrphansDescriptor lost = Boolean.TRUE.equals(orphans) ? OrphansDescriptor.of(this.jobs.orphans()) : null;
		return new ClusterJobsDescriptor(all, lost);
	}

	/**
	 * Describe a job, with its recorded runs.
	 * @param name its name
	 * @return the job; 404 if there is none, 503 if its store did not answer
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> job(@Selector String name) {
		return answered(() -> ClusterJobDescriptor.of(this.jobs.job(name), this.jobs.history(name)));
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
	 * @param action {@code pause}, {@code resume}, {@code run} or {@code stop}
	 * @return what became of it; its status is that of the outcome
	 */
	@WriteOperation
	public WebEndpointResponse<JobActionDescriptor> act(SecurityContext securityContext, @Selector String name,
			String action) {
		JobActionDescriptor done = JobAction.find(action)
			.map((wanted) -> audited(securityContext, name, wanted))
			.orElseGet(() -> JobActionDescriptor.invalid(name, action));
		return new WebEndpointResponse<>(done, done.outcome().status());
	}

	/**
	 * Act, and record it however that ends.
	 */
	private JobActionDescriptor audited(SecurityContext securityContext, String name, JobAction action) {
		Outcome outcome = Outcome.FAILED;
		try {
			JobActionDescriptor done = act(name, action);
			outcome = done.outcome();
			return done;
		}
		finally {
			if (outcome != Outcome.UNKNOWN_JOB) {
				this.audit.record(securityContext, action.auditType(), Map.of("job", name, "outcome", outcome.name()));
			}
		}
	}

	private JobActionDescriptor act(String name, JobAction action) {
		try {
			return switch (action) {
				case RUN -> this.runs.run(name);
				case STOP -> stop(name);
				case PAUSE, RESUME -> change(name, action);
			};
		}
		catch (LockException ex) {
			return JobActionDescriptor.failed(name, action.text(), Outcome.FAILED, ex);
		}
		catch (IllegalArgumentException ex) {
			return JobActionDescriptor.failed(name, action.text(), Outcome.UNKNOWN_JOB, ex);
		}
	}

	private JobActionDescriptor stop(String name) {
		return JobActionDescriptor.of(name, JobAction.STOP.text(),
				this.jobs.stop(name) ? Outcome.PENDING : Outcome.NOT_RUNNING);
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
