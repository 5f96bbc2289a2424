// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.distlock.LockException;
import io.distlock.LockNotAcquiredException;
import io.distlock.actuate.JobActionDescriptor.Outcome;
import io.distlock.provider.DaemonThreads;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs because an operator asks for it from outside. Each runs on a thread of its
 * own, since a job may take hours and a connection may drop meanwhile: the operator waits
 * for a moment, which is enough to hear that the job is busy or that a short one has
 * ended, and finds the rest in the records of the job.
 */
final class ManualRuns {

	/**
	 * Longer than it takes to find out that a job is busy, and shorter than what clients
	 * and proxies wait for.
	 */
	static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

	private static final Logger logger = LoggerFactory.getLogger(ManualRuns.class);

	private static final String RUN = JobAction.RUN.text();

	private final ClusterJobs jobs;

	ManualRuns(ClusterJobs jobs) {
		this.jobs = jobs;
	}

	JobActionDescriptor run(String name) {
		CompletableFuture<JobRun> run = start(name);
		try {
			return JobActionDescriptor.ended(name, RUN, run.get(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS));
		}
		catch (ExecutionException ex) {
			return failed(name, (ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (TimeoutException ex) {
			run.whenComplete((ended, failure) -> report(name, failure));
		}
		catch (InterruptedException ex) {
			run.whenComplete((ended, failure) -> report(name, failure));
			Thread.currentThread().interrupt();
		}
		return JobActionDescriptor.of(name, RUN, Outcome.PENDING);
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

	private static JobActionDescriptor failed(String name, Throwable failure) {
		if (failure instanceof LockNotAcquiredException) {
			return JobActionDescriptor.failed(name, RUN, Outcome.BUSY, failure);
		}
		if (failure instanceof LockException) {
			return JobActionDescriptor.failed(name, RUN, Outcome.FAILED, failure);
		}
		if (failure instanceof IllegalArgumentException) {
			return JobActionDescriptor.failed(name, RUN, Outcome.UNKNOWN_JOB, failure);
		}
		throw new IllegalStateException("Job '%s' could not be run".formatted(name), failure);
	}

	// A job that fails says so in its record.
	private static void report(String name, @Nullable Throwable failure) {
		if (failure != null) {
			logger.warn("Job '{}' was requested, but did not run", name, failure);
		}
	}

}
