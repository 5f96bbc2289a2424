// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.util.function.Supplier;

import io.distlock.LockException;
import io.distlock.internal.actuate.ClusterJobsDescriptor.ClusterJobDescriptor;
import io.distlock.internal.actuate.JobActions.JobActionDescriptor;
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
 * {@link Endpoint @Endpoint} that lists cluster jobs with their runs, and pauses,
 * resumes, runs and stops jobs.
 * <p>
 * All information is read from the stores. If a store does not respond, the list contains
 * the error of the job, and other requests for the job have the status 503.
 *
 * @since 0.1.0
 */
@Endpoint(id = "clusterjobs", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ ClusterJobsDescriptor.class, ClusterJobDescriptor.class, ErrorDescriptor.class })
public class ClusterJobsEndpoint {

	private final StoredJobs stored;

	private final JobActions actions;

	/**
	 * Create an endpoint.
	 * @param jobs the jobs
	 * @param leaseTime the lease of locks, which limits the response time of a store,
	 * together with a limit of 10 seconds
	 * @param events publishes audit events
	 */
	public ClusterJobsEndpoint(ClusterJobs jobs, Duration leaseTime, ApplicationEventPublisher events) {
		this.stored = new StoredJobs(jobs, new StoreCalls(leaseTime));
		this.actions = new JobActions(jobs, this.stored, new AuditTrail(events));
	}

	/**
	 * List the jobs, without their runs. Reads the jobs of a store in one request, and
	 * reports the failure of a store instead of its content.
	 * @return the jobs
	 */
	@ReadOperation
	public ClusterJobsDescriptor jobs() {
		return new ClusterJobsDescriptor(this.stored.all());
	}

	/**
	 * Describe a job, with its recorded runs.
	 * @param name the name of the job
	 * @return the job; 404 for an unknown job, 503 without a response of its store
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> job(@Selector String name) {
		return answered(() -> this.stored.job(name));
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
		return this.actions.act(securityContext, name, action, reason);
	}

}
