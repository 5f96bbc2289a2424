// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

import io.distlock.scheduling.JobSchedule;
import io.distlock.scheduling.rules.JobStates;
import io.distlock.scheduling.rules.ScheduleRules;
import io.distlock.scheduling.trigger.CronFireTimes;
import io.distlock.scheduling.trigger.DelayFireTimes;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.OnceFireTimes;
import io.distlock.scheduling.trigger.RateFireTimes;

import org.springframework.scheduling.support.CronExpression;

/**
 * Reads what is to be scheduled, and refuses what cannot work.
 *
 * @since 0.1.0
 */
public final class ScheduleParser {

	private static final int LONGEST_NAME = 150;

	private static final int LONGEST_HANDLER = 100;

	private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(10);

	private static final Duration LONGEST_INTERVAL = Duration.ofDays(36500);

	private ScheduleParser() {
	}

	/**
	 * Read a schedule.
	 * @param name its name
	 * @param schedule what is to run when
	 * @return the schedule, without a revision yet
	 * @throws IllegalArgumentException if it cannot work
	 */
	public static CatalogueEntry parse(String name, JobSchedule schedule) {
		checkText("name", name, LONGEST_NAME);
		checkText("handler", schedule.handler(), LONGEST_HANDLER);
		if (name.equals(Catalogue.NAME)) {
			throw new IllegalArgumentException(
					"The name '%s' is that of all schedules; choose another".formatted(name));
		}
		try {
			return new CatalogueEntry(name, schedule.handler(), trigger(schedule.trigger()).text(),
					JsonObject.normalized(schedule.parameters()), ScheduleRules.FIRST_REVISION, Instant.EPOCH,
					CatalogueEntry.End.NONE);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("Schedule '%s' cannot work. %s".formatted(name, ex.getMessage()), ex);
		}
	}

	private static void checkText(String what, String text, int longest) {
		if (text.isBlank() || text.length() > longest) {
			throw new IllegalArgumentException(
					"The %s of a schedule must not be blank, and have at most %d characters: '%s'".formatted(what,
							longest, text));
		}
	}

	private static JobTrigger trigger(JobSchedule.Trigger trigger) {
		if (trigger instanceof JobSchedule.Cron cron) {
			return cron(cron.expression(), cron.zone());
		}
		if (trigger instanceof JobSchedule.FixedRate rate) {
			return new RateFireTimes(interval("rate", rate.period()), Duration.ZERO, null);
		}
		if (trigger instanceof JobSchedule.FixedDelay delay) {
			return new DelayFireTimes(interval("delay", delay.delay()), Duration.ZERO);
		}
		return new OnceFireTimes(JobStates.millis(((JobSchedule.Once) trigger).at()), null);
	}

	private static JobTrigger cron(String expression, ZoneId zone) {
		CronFireTimes cron = new CronFireTimes(CronExpression.parse(expression.strip()), zone);
		if (!cron.everFires()) {
			throw new IllegalArgumentException("The cron expression '%s' never fires".formatted(expression));
		}
		return cron;
	}

	private static Duration interval(String what, Duration interval) {
		if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
			throw new IllegalArgumentException("The fixed %s must be at least %s, and at most %s, but is %s"
				.formatted(what, SHORTEST_INTERVAL, LONGEST_INTERVAL, interval));
		}
		return Duration.ofMillis(interval.toMillis());
	}

}
