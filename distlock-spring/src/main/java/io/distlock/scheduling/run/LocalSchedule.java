// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;

import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.JobHandler;
import io.distlock.scheduling.JobHandlerOptions;
import io.distlock.scheduling.annotated.FoundJob;
import io.distlock.scheduling.annotated.JobSpec;
import io.distlock.scheduling.rules.RetryRules;
import io.distlock.scheduling.schedule.CatalogueEntry;
import io.distlock.scheduling.trigger.OnceFireTimes;
import org.jspecify.annotations.Nullable;

/**
 * One revision of a schedule on this node, and the job that runs for it.
 *
 * @param schedule the schedule
 * @param job the job
 */
record LocalSchedule(CatalogueEntry schedule, LocalJob job) {

	/**
	 * Longer than any application lives.
	 */
	static final Duration UNBOUNDED = Duration.ofDays(36500);

	/**
	 * Describe a schedule as a job. One that runs once has no bound of lateness but that
	 * of its handler, since no other fire time comes.
	 */
	static FoundJob found(CatalogueEntry schedule, JobHandler handler, JobHandlerOptions options) {
		boolean once = schedule.rules().trigger() instanceof OnceFireTimes;
		Duration startWithin = (options.startWithin() == null && once) ? UNBOUNDED : options.startWithin();
		JobSpec spec = new JobSpec(schedule.name(), method(), schedule.rules().trigger(), options.leaseTime(),
				startWithin, options.maxRunTime(), RetryRules.of(options.maxAttempts(), options.retryDelay(),
						options.retryMultiplier(), options.maxRetryDelay()),
				"", "");
		return new FoundJob(spec, () -> run(schedule, handler));
	}

	private static Method method() {
		try {
			return JobHandler.class.getMethod("run", ClusterJobContext.class);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void run(CatalogueEntry schedule, JobHandler handler) {
		ClusterJobContext run = ClusterJobContext.current().orElseThrow().withParameters(schedule.parameters());
		run.call(() -> run(handler, run));
	}

	private static void run(JobHandler handler, ClusterJobContext run) {
		try {
			handler.run(run);
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new UndeclaredThrowableException(ex);
		}
	}

	/**
	 * Return whether it ran once, as far as this node has seen.
	 */
	boolean isOver() {
		return !this.schedule.ended() && this.schedule.rules().trigger() instanceof OnceFireTimes
				&& this.job.isOver(this.schedule.revision());
	}

	boolean isSameAs(@Nullable CatalogueEntry other) {
		return this.schedule.equals(other);
	}

}
