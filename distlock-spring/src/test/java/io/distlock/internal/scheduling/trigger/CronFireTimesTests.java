// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

class CronFireTimesTests {

	/**
	 * Europe/Berlin: 29 March 2026, 02:00 to 03:00 at 01:00Z; 25 October 2026, 03:00 to
	 * 02:00 at 01:00Z. Australia/Lord_Howe: half an hour, 4 October 2026, 02:00 to 02:30
	 * at 15:30Z the day before; 5 April 2026, 02:00 to 01:30 at 15:00Z the day before.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					Europe/Berlin       | 0 30 2 * * *    | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:30:00Z
					Europe/Berlin       | 0 0 2 * * *     | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:00:00Z
					Europe/Berlin       | 0 0,30 2 * * *  | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:00:00Z
					Europe/Berlin       | 0 0 2,3 * * *   | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-30T00:00:00Z
					Europe/Berlin       | 0 30 3 * * *    | 2026-03-28T12:00:00Z | 2026-03-29T01:30:00Z 2026-03-30T01:30:00Z
					Europe/Berlin       | 0 59 1 * * *    | 2026-03-28T12:00:00Z | 2026-03-29T00:59:00Z 2026-03-29T23:59:00Z
					Europe/Berlin       | 0 30 2 * * *    | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z
					Europe/Berlin       | 0 0 2 * * *     | 2026-10-24T12:00:00Z | 2026-10-25T00:00:00Z 2026-10-26T01:00:00Z
					Europe/Berlin       | 0 0 3 * * *     | 2026-10-24T12:00:00Z | 2026-10-25T02:00:00Z 2026-10-26T02:00:00Z
					Europe/Berlin       | 0 30 2 * * *    | 2026-10-25T00:30:00Z | 2026-10-26T01:30:00Z
					Europe/Berlin       | 0 30 2 * * *    | 2026-10-25T01:10:00Z | 2026-10-26T01:30:00Z
					Europe/Berlin       | 0 30 2,3 * * *  | 2026-10-25T01:10:00Z | 2026-10-25T02:30:00Z
					Europe/Berlin       | 0 30 * * * *    | 2026-03-29T00:00:00Z | 2026-03-29T00:30:00Z 2026-03-29T01:30:00Z 2026-03-29T02:30:00Z
					Europe/Berlin       | 0 30 * * * *    | 2026-10-24T23:00:00Z | 2026-10-24T23:30:00Z 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z 2026-10-25T02:30:00Z
					Europe/Berlin       | 0 0 * * * *     | 2026-10-25T00:00:00Z | 2026-10-25T01:00:00Z 2026-10-25T02:00:00Z
					Europe/Berlin       | 0 0 */2 * * *   | 2026-03-28T22:30:00Z | 2026-03-28T23:00:00Z 2026-03-29T01:00:00Z 2026-03-29T02:00:00Z
					Europe/Berlin       | 0 0 */2 * * *   | 2026-10-24T23:00:00Z | 2026-10-25T00:00:00Z 2026-10-25T03:00:00Z 2026-10-25T05:00:00Z
					Europe/Berlin       | @daily          | 2026-03-28T12:00:00Z | 2026-03-28T23:00:00Z 2026-03-29T22:00:00Z
					Europe/Berlin       | @hourly         | 2026-03-29T00:30:00Z | 2026-03-29T01:00:00Z 2026-03-29T02:00:00Z
					Australia/Lord_Howe | 0 15 2 * * *    | 2026-10-03T12:00:00Z | 2026-10-03T15:30:00Z 2026-10-04T15:15:00Z
					Australia/Lord_Howe | 0 45 1 * * *    | 2026-04-04T12:00:00Z | 2026-04-04T14:45:00Z 2026-04-05T15:15:00Z
					Australia/Lord_Howe | 0 45 * * * *    | 2026-04-04T14:00:00Z | 2026-04-04T14:45:00Z 2026-04-04T15:15:00Z 2026-04-04T16:15:00Z
					Australia/Lord_Howe | 0 0 * * * *     | 2026-10-03T14:00:00Z | 2026-10-03T14:30:00Z 2026-10-03T16:00:00Z
					America/Havana      | 0 0 0 * * *     | 2026-03-07T12:00:00Z | 2026-03-08T05:00:00Z 2026-03-09T04:00:00Z
					UTC                 | 0 0 6 29 2 *    | 2026-01-01T00:00:00Z | 2028-02-29T06:00:00Z 2032-02-29T06:00:00Z
					""")
	void fireTimesOverChangesOfTheClocks(String zone, String cron, String after, String expected) {
		CronFireTimes trigger = trigger(cron, zone);
		List<String> found = new ArrayList<>();
		Instant time = Instant.parse(after);
		for (int i = 0; i < expected.split(" ").length; i++) {
			time = trigger.next(time);
			found.add(time.toString());
		}
		assertThat(found).containsExactly(expected.split(" "));
	}

	@ParameterizedTest
	@ValueSource(strings = { "0 30 2 * * *", "0 0 0 * * *", "30 15 1 * * *", "0 59 23 * * *" })
	void jobAtAFixedTimeRunsOncePerLocalDay(String cron) {
		for (String zone : List.of("Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Asia/Kolkata")) {
			CronFireTimes trigger = trigger(cron, zone);
			Instant time = Instant.parse("2026-01-01T12:00:00Z");
			List<Object> days = new ArrayList<>();
			for (int i = 0; i < 365; i++) {
				time = trigger.next(time);
				days.add(time.atZone(ZoneId.of(zone)).toLocalDate().toEpochDay());
			}
			assertThat(days).doesNotHaveDuplicates();
			assertThat((long) days.get(364) - (long) days.get(0)).isEqualTo(364);
		}
	}

	/**
	 * The days before and of each change of the clocks, to compare with all seconds or
	 * minutes at which the local clock shows a time of the expression.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "0 0 0/1 * * *", "0 0 0-23 * * *", "0 0 0-23/1 * * *", "0 0 */1 * * *",
			"0 0 0-11,12-23 * * *", "0 0 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 * * *",
			"0 15,45 0-23 * * *", "0 */5 0-23 * * *", "0 * 1-3 * * *", "0 */10 1-4 * * *", "0 0/30 1-4 * * *",
			"0 0,10,20,30,40,50 1,2,3 * * *", "0 10-20 2 * * *", "0 * 2 * * *", "*/20 30 2 * * *", "0 */5 */2 * * *" })
	void jobThatRepeatsFollowsTheInstants(String cron) {
		for (String zone : List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll",
				"Africa/Casablanca")) {
			ZoneRules rules = ZoneId.of(zone).getRules();
			Instant change = Instant.parse("2026-01-01T00:00:00Z");
			for (int i = 0; i < 2; i++) {
				change = rules.nextTransition(change).getInstant();
				assertThat(fireTimes(cron, zone, change)).as("%s %s %s", cron, zone, change)
					.isNotEmpty()
					.isEqualTo(shown(cron, rules, change));
			}
		}
	}

	private static List<Instant> fireTimes(String cron, String zone, Instant change) {
		List<Instant> found = new ArrayList<>();
		CronFireTimes trigger = trigger(cron, zone);
		Instant end = change.plus(Duration.ofDays(1));
		for (Instant time = trigger.next(change.minus(Duration.ofDays(1))); time
			.isBefore(end); time = trigger.next(time)) {
			found.add(time);
		}
		return found;
	}

	private static List<Instant> shown(String cron, ZoneRules rules, Instant change) {
		CronExpression expression = CronExpression.parse(cron);
		List<Instant> shown = new ArrayList<>();
		Instant end = change.plus(Duration.ofDays(1));
		for (Instant time = change.minus(Duration.ofDays(1)).plusSeconds(20); time
			.isBefore(end); time = time.plusSeconds(20)) {
			LocalDateTime local = LocalDateTime.ofInstant(time, rules.getOffset(time));
			if (local.equals(expression.next(local.minusNanos(1)))) {
				shown.add(time);
			}
		}
		return shown;
	}

	@ParameterizedTest
	@ValueSource(strings = { "0 30 2 * * *", "0 0,30 2 * * *", "0 0/30 2 * * *", "0 0 1-3 * * *", "0 0 */2 * * *",
			"0 0 0-22 * * *", "0 5,10,20 2 * * *", "0,30 0 2 * * *", "@daily" })
	void jobAtAFewTimesFiresAtFixedHours(String cron) {
		assertThat(CronHours.areFixed(CronExpression.parse(cron))).isTrue();
	}

	@Test
	void expressionThatNeverFiresHasNoFireTime() {
		assertThat(trigger("0 0 0 30 2 *", "UTC").next(Instant.EPOCH)).isNull();
		assertThat(trigger("0 0 * 30 2 *", "UTC").next(Instant.EPOCH)).isNull();
		assertThat(trigger("0 0 0 30 2 *", "UTC").everFires()).isFalse();
		assertThat(trigger("0 0 0 29 2 *", "UTC").everFires()).isTrue();
	}

	/**
	 * Times from three hours before each change of the clocks to three hours after it.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "0 30 2 * * *", "0 5,10,20 2 * * *", "0 0 1-3 * * *", "@daily" })
	void nextFireTimeAtFixedHoursIsTheFirstAfterAnyTime(String cron) {
		for (String change : List.of("2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z")) {
			CronFireTimes trigger = trigger(cron, "Europe/Berlin");
			Instant end = Instant.parse(change).plus(Duration.ofHours(3));
			Instant time = Instant.parse(change).minus(Duration.ofHours(3));
			Instant next = trigger.next(time);
			for (; time.isBefore(end); time = time.plusSeconds(30)) {
				next = next.isAfter(time) ? next : trigger.next(next);
				assertThat(trigger.next(time)).as("%s", time).isEqualTo(next);
			}
		}
	}

	@Test
	void sameFixedLocalTimesInAnotherZoneAreRecognized() {
		CronFireTimes berlin = trigger("0 0 6 * * *", "Europe/Berlin");
		assertThat(berlin.isOtherZoneOf(trigger("0 0 6 * * *", "UTC"))).isTrue();
		assertThat(berlin.isOtherZoneOf(trigger("0 0 6 * * *", "Europe/Berlin"))).isFalse();
		assertThat(berlin.isOtherZoneOf(trigger("0 0 7 * * *", "UTC"))).isFalse();
		assertThat(trigger("0 0 * * * *", "Europe/Berlin").isOtherZoneOf(trigger("0 0 * * * *", "UTC"))).isFalse();
		assertThat(berlin.sameLocalTime(Instant.parse("2026-07-01T06:00:00Z"), ZoneId.of("UTC")))
			.isEqualTo("2026-07-01T04:00:00Z");
		assertThat(berlin.next(JobState.unknown(), Instant.parse("2026-07-01T04:00:00Z")))
			.isEqualTo("2026-07-02T04:00:00Z");
	}

	@Test
	void latestDueFireTimeIsTheLastOfAllThatAreDue() {
		long seed = new Random().nextLong();
		System.out.println("CronFireTimesTests seed " + seed);
		Random random = new Random(seed);
		List<String> expressions = List.of("* * * * * *", "0 * 2 * * *", "0 30 2 * * *", "0 */7 * * * *",
				"15 0 0 * * MON", "0 0,30 1-3 * * *");
		for (int i = 0; i < 300; i++) {
			CronFireTimes trigger = trigger(expressions.get(random.nextInt(expressions.size())), "Europe/Berlin");
			Instant base = random.nextBoolean() ? Instant.parse("2026-03-29T00:00:00Z")
					: Instant.parse("2026-10-25T00:00:00Z");
			Instant after = base.plusSeconds(random.nextInt(7200) - 3600);
			Instant now = after.plusMillis(random.nextInt(3_000_000));
			Instant expected = null;
			for (Instant time = trigger.next(after); !time.isAfter(now); time = trigger.next(time)) {
				expected = time;
			}
			assertThat(trigger.due(JobState.unknown(), after, now)).as("%s (%s, %s]", trigger.text(), after, now)
				.isEqualTo(expected);
		}
	}

	@Test
	void latestOfMillionsOfFireTimesIsFoundAtOnce() {
		Instant now = Instant.parse("2026-06-01T12:00:00.500Z");
		Instant due = trigger("* * * * * *", "Europe/Berlin").due(JobState.unknown(), now.minus(Duration.ofDays(400)),
				now);
		assertThat(due).isEqualTo(Instant.parse("2026-06-01T12:00:00Z"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "cron 0 0 6 * * * Europe/Berlin", "rate PT10S +PT0S",
			"rate PT10S +PT1S @2026-01-01T00:00:00.001Z", "delay PT1M +PT5S", "none" })
	void textIsReadAgain(String text) {
		JobTrigger trigger = JobTriggers.parse(RegisteredTrigger.of(text, 1, Instant.EPOCH, Instant.EPOCH));
		assertThat(trigger).isNotNull();
		assertThat(trigger.text()).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "cron 0 0 6 * * *", "cron nonsense UTC", "rate", "rate 10s +PT0S", "moon full" })
	void textOfAnotherVersionIsNoTrigger(String text) {
		assertThat(JobTriggers.parse(RegisteredTrigger.of(text, 1, Instant.EPOCH, Instant.EPOCH))).isNull();
	}

	private static CronFireTimes trigger(String cron, String zone) {
		return new CronFireTimes(CronExpression.parse(cron), ZoneId.of(zone));
	}

}
