// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;

import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.DelayFireTimes;
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
 * A store's clock that is ahead for a while, or is set back.
 */
@Tag("safety")
class WrongClockTests {

	private static final int SCHEDULES = Integer.getInteger("distlock.test.schedules",
			300 * Integer.getInteger("distlock.test.scale", 1));

	private static final Duration BOUND = Duration.ofMinutes(1);

	private static final Duration SLACK = Duration.ofSeconds(30);

	private static final JobTrigger CRON = cron("*/5 * * * * *");

	private final WrongClockCluster cluster = new WrongClockCluster("2026-12-01T05:00:00Z");

	private static CronFireTimes cron(String expression) {
		return new CronFireTimes(CronExpression.parse(expression), ZoneOffset.UTC);
	}

	static List<JobTrigger> intervals() {
		return List.of(new RateFireTimes(Duration.ofSeconds(5), Duration.ZERO, null),
				new RateFireTimes(Duration.ofSeconds(5), Duration.ofSeconds(40), null),
				new DelayFireTimes(Duration.ofSeconds(5), Duration.ZERO));
	}

	private void beAheadForAMoment(JobTrigger trigger) {
		this.cluster.start("a", trigger);
		this.cluster.start("b", trigger);
		assertThat(this.cluster.pass(Duration.ofMinutes(2))).isPositive();
		this.cluster.ahead = Duration.ofDays(30);
		assertThat(this.cluster.pass(Duration.ofSeconds(20))).isPositive();
		this.cluster.ahead = Duration.ZERO;
	}

	@ParameterizedTest
	@MethodSource("intervals")
	void intervalGoesOnAfterAClockThatWasAhead(JobTrigger trigger) {
		beAheadForAMoment(trigger);
		assertThat(this.cluster.pass(BOUND)).isGreaterThanOrEqualTo(10);
		assertThat(this.cluster.state.lastFireTime()).isBeforeOrEqualTo(this.cluster.now());
		assertThat(this.cluster.state.statistics().lastSuccess()).isBeforeOrEqualTo(this.cluster.now());
		assertThat(DueTimes.next(this.cluster.state, this.cluster.now()))
			.isBeforeOrEqualTo(this.cluster.now().plusSeconds(5));
	}

	@ParameterizedTest
	@MethodSource("intervals")
	void intervalGoesOnAfterAClockThatWasSetBackByAnHour(JobTrigger trigger) {
		this.cluster.start("a", trigger);
		this.cluster.pass(Duration.ofMinutes(10));
		this.cluster.ahead = Duration.ofHours(-1);
		assertThat(this.cluster.pass(BOUND)).isGreaterThanOrEqualTo(10);
	}

	@Test
	void cronJobIsOverdueAfterAClockThatWasAhead() {
		beAheadForAMoment(CRON);
		Instant last = this.cluster.state.lastFireTime();
		assertThat(this.cluster.pass(BOUND)).as("no fire time runs twice").isZero();
		assertThat(DueTimes.overdue(this.cluster.entry())).isBetween(this.cluster.now().minus(BOUND),
				this.cluster.now().minus(BOUND).plusSeconds(6));
		assertThat(DueTimes.next(this.cluster.state, this.cluster.now())).isEqualTo(last.plusSeconds(5));
	}

	@Test
	void cronJobGoesOnWhenItIsResumed() {
		beAheadForAMoment(CRON);
		assertThat(this.cluster.pass(BOUND)).isZero();
		this.cluster.resume();
		assertThat(DueTimes.overdue(this.cluster.entry())).isNull();
		assertThat(DueTimes.next(this.cluster.state, this.cluster.now()))
			.isBeforeOrEqualTo(this.cluster.now().plusSeconds(5));
		assertThat(this.cluster.pass(BOUND)).isGreaterThanOrEqualTo(11);
	}

	@Test
	void pausedCronJobGoesOnWhenItIsResumed() {
		beAheadForAMoment(CRON);
		this.cluster.write(this.cluster.state.withPausedSince(this.cluster.now()));
		assertThat(this.cluster.pass(BOUND)).isZero();
		this.cluster.resume();
		assertThat(this.cluster.pass(BOUND)).isGreaterThanOrEqualTo(11);
	}

	@Test
	void cronJobThatDidNotRunByTheWrongClockGoesOn() {
		this.cluster.start("a", cron("0 0 6 * * *"));
		this.cluster.pass(BOUND);
		this.cluster.ahead = Duration.ofDays(30);
		assertThat(this.cluster.pass(Duration.ofSeconds(20))).isZero();
		this.cluster.ahead = Duration.ZERO;
		assertThat(this.cluster.pass(Duration.ofHours(1))).isOne();
	}

	@Test
	void fireTimesOfAMinuteThatComesTwiceRunOnce() {
		this.cluster.start("a", CRON);
		this.cluster.pass(Duration.ofMinutes(10));
		this.cluster.ahead = Duration.ofSeconds(-55);
		assertThat(this.cluster.pass(Duration.ofSeconds(50))).isZero();
		assertThat(DueTimes.overdue(this.cluster.entry())).isNull();
		assertThat(this.cluster.pass(BOUND)).isGreaterThanOrEqualTo(11);
	}

	@Test
	void nodeThatStartedByTheWrongClockDoesNotOutrankLaterOnes() {
		this.cluster.start("a", cron("0 0 3 * * *"));
		this.cluster.pass(BOUND);
		this.cluster.nodes.clear();
		this.cluster.ahead = Duration.ofDays(30);
		this.cluster.start("b", cron("0 0 3 * * *"));
		this.cluster.pass(BOUND);
		this.cluster.nodes.clear();
		this.cluster.ahead = Duration.ZERO;
		this.cluster.start("c", cron("0 * * * * *"));
		assertThat(this.cluster.pass(Duration.ofMinutes(3))).isGreaterThanOrEqualTo(2);
		assertThat(this.cluster.state.trigger().text()).isEqualTo("cron 0 * * * * * Z");
	}

	@Test
	void nodeThatStartedByTheWrongClockAndLivesDoesNotOutrankLaterOnes() {
		this.cluster.ahead = Duration.ofDays(30);
		this.cluster.start("b", cron("0 0 3 * * *"));
		this.cluster.pass(BOUND);
		this.cluster.ahead = Duration.ZERO;
		this.cluster.start("c", cron("0 * * * * *"));
		assertThat(this.cluster.pass(Duration.ofMinutes(3))).isGreaterThanOrEqualTo(2);
		assertThat(this.cluster.state.trigger().text()).isEqualTo("cron 0 * * * * * Z");
		assertThat(this.cluster.state.trigger().confirmedAt()).isBeforeOrEqualTo(this.cluster.now());
	}

	@Test
	void triggerThatWasConfirmedByTheWrongClockIsReplacedWhenNoNodeDefinesIt() {
		this.cluster.start("a", CRON);
		JobRules earlier = this.cluster.nodes.remove("a");
		this.cluster.pass(BOUND);
		this.cluster.start("b", new RateFireTimes(Duration.ofSeconds(7), Duration.ZERO, null));
		this.cluster.pass(BOUND);
		this.cluster.ahead = Duration.ofDays(30);
		this.cluster.pass(BOUND);
		assertThat(this.cluster.state.trigger().confirmedAt()).isAfter(this.cluster.now().minus(BOUND.multipliedBy(2)));
		this.cluster.nodes.clear();
		this.cluster.ahead = Duration.ZERO;
		this.cluster.nodes.put("a", earlier);
		this.cluster.pass(Duration.ofMinutes(6));
		assertThat(this.cluster.state.trigger().text()).startsWith("cron");
	}

	@Test
	void jobGoesOnOrIsOverdueHoweverTheClockJumps() {
		long seed = Long.getLong("distlock.test.seed", new Random().nextLong());
		System.out.println("WrongClockTests seed " + seed);
		Random seeds = new Random(seed);
		int overdue = 0;
		int runs = 0;
		for (int i = 0; i < SCHEDULES; i++) {
			Schedule schedule = new Schedule((SCHEDULES == 1) ? seed : seeds.nextLong());
			try {
				schedule.run();
			}
			catch (AssertionError ex) {
				throw new AssertionError("seed %d, %s".formatted(schedule.seed, schedule.cluster.state), ex);
			}
			overdue += schedule.overdue ? 1 : 0;
			runs += schedule.cluster.runs.size();
		}
		System.out.printf("%d schedules, %d runs, %d jobs overdue%n", SCHEDULES, runs, overdue);
		assertThat(overdue).isPositive();
		assertThat(runs).isGreaterThan(10 * SCHEDULES);
	}

	/**
	 * A job whose store has its clock moved at random, and is right in the end.
	 */
	private static final class Schedule {

		private final long seed;

		private final Random random;

		private final WrongClockCluster cluster = new WrongClockCluster("2026-12-01T05:00:00Z");

		private final Duration period;

		private final JobTrigger trigger;

		private boolean overdue;

		Schedule(long seed) {
			this.seed = seed;
			this.random = new Random(seed);
			this.period = Duration.ofMillis(1000 + this.random.nextInt(120_000));
			this.trigger = switch (this.random.nextInt(3)) {
				case 0 -> new RateFireTimes(this.period, Duration.ZERO, null);
				case 1 -> new DelayFireTimes(this.period, Duration.ZERO);
				default -> cron(List.of("*/5 * * * * *", "0 * * * * *", "0 */10 * * * *").get(this.random.nextInt(3)));
			};
		}

		void run() {
			for (int i = 0; i <= this.random.nextInt(3); i++) {
				start("node-" + i);
			}
			pass(120_000);
			for (int i = 0; i < 1 + this.random.nextInt(5); i++) {
				this.cluster.ahead = jump();
				disturb(i);
				pass(90_000);
			}
			this.cluster.ahead = Duration.ZERO;
			if (this.trigger instanceof CronFireTimes) {
				checkCron();
			}
			else {
				assertThat(calm(this.period.plus(BOUND).plus(SLACK))).as("runs of an interval").isPositive();
			}
		}

		private void start(String name) {
			this.cluster.start(name, this.trigger, 1 + this.random.nextInt(2));
		}

		private Duration jump() {
			Duration longest = List.of(BOUND, Duration.ofHours(2), Duration.ofDays(40)).get(this.random.nextInt(3));
			Duration jump = Duration.ofMillis(this.random.nextLong(longest.toMillis()));
			return this.random.nextBoolean() ? jump : jump.negated();
		}

		private void disturb(int number) {
			switch (this.random.nextInt(4)) {
				case 0 -> this.cluster.loseRun();
				case 1 -> {
					this.cluster.nodes.clear();
					start("later-" + number);
				}
				case 2 -> start("another-" + number);
				default -> {
				}
			}
		}

		private void pass(int longest) {
			this.cluster.pass(Duration.ofMillis(this.random.nextInt(longest)),
					Duration.ofMillis(100 + this.random.nextInt(900)), Duration.ofMillis(this.random.nextInt(6000)),
					this.random.nextBoolean() ? Outcome.SUCCEEDED : Outcome.FAILED);
		}

		private int calm(Duration time) {
			return this.cluster.pass(time, Duration.ofMillis(500), Duration.ofMillis(50), Outcome.SUCCEEDED);
		}

		private void checkCron() {
			int ran = 0;
			for (int second = 0; second < 1300; second += 5) {
				ran += calm(Duration.ofSeconds(5));
				this.overdue |= DueTimes.overdue(this.cluster.entry()) != null;
			}
			assertThat(ran > 0 || this.overdue).as("runs, or is overdue").isTrue();
			Instant last = this.cluster.state.lastFireTime();
			if (last != null && last.isAfter(this.cluster.now())) {
				assertThat(DueTimes.next(this.cluster.state, this.cluster.now()))
					.isEqualTo(((CronFireTimes) this.trigger).next(this.cluster.state, last));
				this.cluster.resume();
				assertThat(calm(Duration.ofMinutes(12))).as("runs after it was resumed").isPositive();
				JobRun latest = this.cluster.runs.get(this.cluster.runs.size() - 1);
				assertThat(latest.fireTime()).isBeforeOrEqualTo(this.cluster.now());
			}
		}

	}

}
