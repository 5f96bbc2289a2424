// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.util.Map;

import io.distlock.LockException;
import io.distlock.LockNotAcquiredException;
import io.distlock.actuate.JobActionDescriptor.Outcome;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.JobInUseException;
import io.distlock.scheduling.JobRemoval;

import org.springframework.boot.actuate.endpoint.SecurityContext;

/**
 * Removes jobs that no node brings any more, and records who asked for it.
 */
final class JobRemovals {

	private static final String REMOVE = "remove";

	private static final String AUDIT_TYPE = "DISTLOCK_JOB_REMOVE";

	private final ClusterJobs jobs;

	private final AuditTrail audit;

	JobRemovals(ClusterJobs jobs, AuditTrail audit) {
		this.jobs = jobs;
		this.audit = audit;
	}

	JobActionDescriptor remove(SecurityContext securityContext, String name, String provider) {
		Outcome outcome = Outcome.FAILED;
		try {
			JobActionDescriptor done = remove(name, provider);
			outcome = done.outcome();
			return done;
		}
		finally {
			if (outcome != Outcome.UNKNOWN_JOB) {
				this.audit.record(securityContext, AUDIT_TYPE,
						Map.of("job", name, "provider", provider, "outcome", outcome.name()));
			}
		}
	}

	private JobActionDescriptor remove(String name, String provider) {
		try {
			JobRemoval removal = this.jobs.remove(name, provider);
			return removal.removed() ? JobActionDescriptor.of(name, REMOVE, Outcome.DONE)
					: JobActionDescriptor.pending(name, REMOVE, removal.at());
		}
		catch (LockNotAcquiredException ex) {
			return JobActionDescriptor.failed(name, REMOVE, Outcome.BUSY, ex);
		}
		catch (JobInUseException ex) {
			return JobActionDescriptor.failed(name, REMOVE, Outcome.IN_USE, ex);
		}
		catch (LockException ex) {
			return JobActionDescriptor.failed(name, REMOVE, Outcome.FAILED, ex);
		}
		catch (IllegalArgumentException ex) {
			return JobActionDescriptor.failed(name, REMOVE, Outcome.UNKNOWN_JOB, ex);
		}
	}

}
