// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import io.distlock.scheduling.trigger.CronFireTimes;
import io.distlock.scheduling.trigger.DelayFireTimes;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.Trigger;
import org.springframework.scheduling.config.CronTask;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.scheduling.config.FixedRateTask;
import org.springframework.scheduling.config.ScheduledTask;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.scheduling.support.CronTrigger;

/**
 * Describes a job as one of Spring's scheduled tasks, for tools that list them. The
 * task's runnable is the method, so its outcome is that of the last run on this node, not
 * that of the last poll. This is its scheduler, which schedules nothing, and its future,
 * whose delay is the time to the next fire time.
 *
 * @since 0.1.0
 */
public final class JobTask implements TaskScheduler, ScheduledFuture<@Nullable Object> {

	private final JobPoller poller;

	private final WatchedJob job;

	private JobTask(JobPoller poller, WatchedJob job) {
		this.poller = poller;
		this.job = job;
	}

	/**
	 * Describe a job.
	 * @param trigger the trigger that this node defines
	 * @param method runs the method
	 * @param poller knows when the job runs next
	 * @param job the job
	 * @return the task, or {@code null} for a job that does not run by itself
	 */
	public static @Nullable ScheduledTask of(JobTrigger trigger, Runnable method, JobPoller poller, WatchedJob job) {
		ScheduledTaskRegistrar registrar = new ScheduledTaskRegistrar();
		registrar.setTaskScheduler(new JobTask(poller, job));
		if (trigger instanceof CronFireTimes cron) {
			return registrar
				.scheduleCronTask(new CronTask(method, new CronTrigger(cron.expression().toString(), cron.zone())));
		}
		if (trigger instanceof RateFireTimes rate) {
			return registrar.scheduleFixedRateTask(new FixedRateTask(method, rate.period(), rate.initialDelay()));
		}
		if (trigger instanceof DelayFireTimes delay) {
			return registrar.scheduleFixedDelayTask(new FixedDelayTask(method, delay.delay(), delay.initialDelay()));
		}
		return null;
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
		return this;
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
		return this;
	}

	@Override
	public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
		return this;
	}

	@Override
	public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
		return this;
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
		return this;
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
		return this;
	}

	@Override
	public long getDelay(TimeUnit unit) {
		return unit.convert(this.poller.untilFireTime(this.job), TimeUnit.NANOSECONDS);
	}

	@Override
	public int compareTo(Delayed other) {
		return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
	}

	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		return this.poller.stop(this.job);
	}

	@Override
	public boolean isCancelled() {
		return !this.poller.polls(this.job);
	}

	@Override
	public boolean isDone() {
		return isCancelled();
	}

	@Override
	public Object get() {
		throw new UnsupportedOperationException("The series of a job's runs has no result");
	}

	@Override
	public Object get(long timeout, TimeUnit unit) {
		return get();
	}

}
