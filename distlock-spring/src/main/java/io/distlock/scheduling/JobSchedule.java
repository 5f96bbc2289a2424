// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * What is to run when: to be given to {@link ClusterJobs#schedule}.
 *
 * @param handler the bean name of a {@link JobHandler}
 * @param trigger when to run
 * @param parameters a JSON object for the handler, {@code {}} if there is nothing to say;
 * at most {@value #MAX_PARAMETERS} characters, of which one that is not ASCII takes 6
 * @since 0.1.0
 */
public record JobSchedule(String handler, Trigger trigger, String parameters) {

	/**
	 * The longest parameters, as they are kept.
	 */
	public static final int MAX_PARAMETERS = 500;

	/**
	 * Run at the times of a cron expression.
	 * @param handler the bean name of a {@link JobHandler}
	 * @param expression six fields, from seconds to the day of the week
	 * @param zone the zone of its times
	 * @return the schedule
	 */
	public static JobSchedule cron(String handler, String expression, ZoneId zone) {
		return new JobSchedule(handler, new Cron(expression, zone), "{}");
	}

	/**
	 * Run at a fixed rate, for the first time at once.
	 * @param handler the bean name of a {@link JobHandler}
	 * @param period the time from start to start, at least 10 ms
	 * @return the schedule
	 */
	public static JobSchedule fixedRate(String handler, Duration period) {
		return new JobSchedule(handler, new FixedRate(period), "{}");
	}

	/**
	 * Run with a fixed delay, for the first time at once.
	 * @param handler the bean name of a {@link JobHandler}
	 * @param delay the time from the end of one run to the start of the next, at least 10
	 * ms
	 * @return the schedule
	 */
	public static JobSchedule fixedDelay(String handler, Duration delay) {
		return new JobSchedule(handler, new FixedDelay(delay), "{}");
	}

	/**
	 * Run once.
	 * @param handler the bean name of a {@link JobHandler}
	 * @param at when, in whole milliseconds; at once if that is past
	 * @return the schedule
	 */
	public static JobSchedule once(String handler, Instant at) {
		return new JobSchedule(handler, new Once(at), "{}");
	}

	/**
	 * Return this schedule with parameters.
	 * @param json a JSON object
	 * @return the schedule
	 */
	public JobSchedule withParameters(String json) {
		return new JobSchedule(this.handler, this.trigger, json);
	}

	/**
	 * When to run.
	 */
	public sealed interface Trigger {

	}

	/**
	 * Run at the times of a cron expression.
	 *
	 * @param expression six fields, from seconds to the day of the week
	 * @param zone the zone of its times
	 */
	public record Cron(String expression, ZoneId zone) implements Trigger {

	}

	/**
	 * Run at a fixed rate.
	 *
	 * @param period the time from start to start
	 */
	public record FixedRate(Duration period) implements Trigger {

	}

	/**
	 * Run with a fixed delay.
	 *
	 * @param delay the time from the end of one run to the start of the next
	 */
	public record FixedDelay(Duration delay) implements Trigger {

	}

	/**
	 * Run once.
	 *
	 * @param at when
	 */
	public record Once(Instant at) implements Trigger {

	}

}
