// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.poll;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;

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
 * that of the last poll.
 *
 * @since 0.1.0
 */
public final class JobTask {

	private JobTask() {
	}

	/**
	 * Describe a job.
	 * @param trigger the trigger that this node defines
	 * @param method runs the method
	 * @param polling knows when the job runs next
	 * @return the task, or {@code null} for a job that does not run by itself
	 */
	public static @Nullable ScheduledTask of(JobTrigger trigger, Runnable method, ScheduledPoll polling) {
		ScheduledTaskRegistrar registrar = new ScheduledTaskRegistrar();
		registrar.setTaskScheduler(new Polled(polling));
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

	/**
	 * Schedules nothing, since the scheduled does.
	 */
	private record Polled(ScheduledPoll polling) implements TaskScheduler {

		@Override
		public ScheduledFuture<?> schedule(Runnable task, Trigger trigger) {
			return this.polling;
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable task, Instant startTime) {
			return this.polling;
		}

		@Override
		public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Instant startTime, Duration period) {
			return this.polling;
		}

		@Override
		public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, Duration period) {
			return this.polling;
		}

		@Override
		public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant startTime, Duration delay) {
			return this.polling;
		}

		@Override
		public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
			return this.polling;
		}

	}

}
