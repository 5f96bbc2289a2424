// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fire times at which no node was free, with the misfire threshold that holds unless a
 * job says otherwise.
 */
@Tag("safety")
class LateFireTimeTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Duration LONGEST = Duration.ofHours(12);

	private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

	private final WrongClockCluster cluster = new WrongClockCluster("2026-10-01T00:00:00Z");

	static List<JobTrigger> eachHour() {
		return List.of(cron("0 0 * * * *"), new RateFireTimes(Duration.ofHours(1), Duration.ZERO, null));
	}

	private static CronFireTimes cron(String expression) {
		return new CronFireTimes(CronExpression.parse(expression), ZONE);
	}

	private int pass(Duration duration) {
		return this.cluster.pass(duration, MINUTE, MINUTE, Outcome.SUCCEEDED);
	}

	private void start(JobTrigger trigger) {
		this.cluster.start("a", trigger, 1, JobSettings.DEFAULT_MISFIRE_THRESHOLD);
		this.cluster.start("b", trigger, 1, JobSettings.DEFAULT_MISFIRE_THRESHOLD);
	}

	private int passWithoutNodes(Duration duration) {
		this.cluster.nodes.clear();
		return pass(duration);
	}

	@Test
	void noDailyFireTimeIsLostWhileANodeIsFreeWithinTwelveHours() {
		long seed = new Random().nextLong();
		System.out.println("LateFireTimeTests seed " + seed);
		Random random = new Random(seed);
		JobTrigger daily = cron("0 %d %d * * *".formatted(random.nextInt(60), random.nextInt(24)));
		start(daily);
		pass(MINUTE);
		List<Instant> expected = new ArrayList<>();
		for (int day = 0; day < 60; day++) {
			Instant fireTime = DueTimes.next(this.cluster.state, this.cluster.now());
			expected.add(fireTime);
			pass(Duration.between(this.cluster.now(), fireTime).minusMinutes(random.nextInt(1, 60)));
			if (random.nextBoolean()) {
				long late = random.nextLong(LONGEST.toMinutes());
				passWithoutNodes(Duration.between(this.cluster.now(), fireTime).plusMinutes(late));
				start(daily);
			}
			pass(Duration.between(this.cluster.now(), fireTime.plus(LONGEST)).plus(MINUTE));
		}
		assertThat(this.cluster.runs).as("%s, seed %d", daily.text(), seed)
			.extracting(JobRun::fireTime)
			.containsExactlyElementsOf(expected);
		assertThat(this.cluster.state.statistics().missed()).isZero();
	}

	@ParameterizedTest
	@MethodSource("eachHour")
	void latestOfTheFireTimesThatPassedRunsAndTheOthersAreMissed(JobTrigger hourly) {
		start(hourly);
		pass(Duration.ofMinutes(30));
		Instant first = DueTimes.next(this.cluster.state, this.cluster.now());
		passWithoutNodes(Duration.ofDays(2).plusMinutes(59));
		this.cluster.runs.clear();
		start(hourly);
		assertThat(pass(MINUTE)).isOne();
		assertThat(this.cluster.runs.get(0).fireTime()).isEqualTo(first.plus(Duration.ofHours(48)));
		assertThat(this.cluster.state.statistics().missed()).isEqualTo(48);
	}

	@Test
	void fireTimeThatIsLaterThanTwelveHoursIsMissed() {
		JobTrigger yearly = cron("0 0 6 1 NOV *");
		start(yearly);
		pass(MINUTE);
		passWithoutNodes(Duration.between(this.cluster.now(), Instant.parse("2026-11-01T17:02:00Z")));
		start(yearly);
		assertThat(pass(Duration.ofHours(1))).isZero();
		assertThat(this.cluster.state.statistics().missed()).isOne();
	}

}
