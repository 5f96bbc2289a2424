// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.NoFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Fire times that pass while nodes replace the trigger that has them.
 */
@Tag("safety")
class ReplacedTriggerTests {

	private static final Duration STEP = Duration.ofSeconds(10);

	private static final Duration TWO_HOURS = Duration.ofHours(2);

	private static final List<ZoneId> ZONES = List.of(ZoneOffset.UTC, ZoneId.of("Europe/Berlin"));

	private final WrongClockCluster cluster = new WrongClockCluster("2026-12-01T05:00:00Z");

	private static JobTrigger daily(ZoneId zone) {
		return new CronFireTimes(CronExpression.parse("0 0 6 * * *"), zone);
	}

	private void start(String name, JobTrigger trigger, Duration misfireThreshold) {
		this.cluster.start(name, trigger, 1, misfireThreshold);
	}

	private void passUntil(Instant time) {
		this.cluster.pass(Duration.between(this.cluster.now(), time), STEP, STEP, Outcome.SUCCEEDED);
	}

	private void beAwayAtSixOnTheOnlyNodeWithATrigger(Duration misfireThreshold, int minutes) {
		start("a", daily(ZoneOffset.UTC), misfireThreshold);
		start("b", new NoFireTimes(), misfireThreshold);
		Instant gone = Instant.parse("2026-12-01T05:58:00Z");
		passUntil(gone);
		this.cluster.nodes.remove("a");
		passUntil(gone.plus(Duration.ofMinutes(minutes)));
		start("a", daily(ZoneOffset.UTC), misfireThreshold);
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4, 5, 6, 8, 20, 119 })
	void fireTimeRunsWhenTheOnlyNodeWithATriggerIsBackInTime(int minutes) {
		beAwayAtSixOnTheOnlyNodeWithATrigger(TWO_HOURS, minutes);
		passUntil(Instant.parse("2026-12-01T09:00:00Z"));
		assertThat(this.cluster.runs).extracting(JobRun::fireTime)
			.containsExactly(Instant.parse("2026-12-01T06:00:00Z"));
		assertThat(this.cluster.state.statistics().missed()).isZero();
	}

	@Test
	void fireTimeIsMissedWhenTheOnlyNodeWithATriggerIsBackTooLate() {
		beAwayAtSixOnTheOnlyNodeWithATrigger(Duration.ofMinutes(1), 20);
		assertThat(this.cluster.state.trigger().text()).isEqualTo("none");
		passUntil(Instant.parse("2026-12-01T09:00:00Z"));
		assertThat(this.cluster.runs).isEmpty();
		assertThat(this.cluster.state.statistics().missed()).isOne();
	}

	@Test
	void fireTimesBeforeTheFirstTriggerOfAJobAreNotItsOwn() {
		start("b", new NoFireTimes(), TWO_HOURS);
		JobRules rules = this.cluster.nodes.get("b");
		JobChange claim = rules.claimOnDemand(new JobEntry(0, JobState.unknown(), this.cluster.now()), "b", 1);
		this.cluster.write(claim.state());
		this.cluster.write(rules.end(this.cluster.entry(), claim.run(), Outcome.SUCCEEDED, null).state());
		passUntil(Instant.parse("2026-12-03T06:30:00Z"));
		start("a", daily(ZoneOffset.UTC), TWO_HOURS);
		passUntil(Instant.parse("2026-12-04T05:00:00Z"));
		assertThat(this.cluster.runs).isEmpty();
		assertThat(this.cluster.state.statistics().missed()).isZero();
		passUntil(Instant.parse("2026-12-04T06:01:00Z"));
		assertThat(this.cluster.runs).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT1M", "PT2H" })
	void noDayIsLostWhereTheZonesOfNodesDiffer(Duration misfireThreshold) {
		start("0", daily(ZONES.get(0)), misfireThreshold);
		start("1", daily(ZONES.get(1)), misfireThreshold);
		for (int day = 0; day < 10; day++) {
			Instant midnight = Instant.parse("2026-12-01T00:00:00Z").plus(Duration.ofDays(day));
			passUntil(midnight.plus(Duration.ofMinutes(330)));
			start("" + day % 2, daily(ZONES.get(day % 2)), misfireThreshold);
			passUntil(midnight.plus(Duration.ofDays(1)));
		}
		long days = this.cluster.runs.stream()
			.map((run) -> LocalDate.ofInstant(run.fireTime(), ZoneOffset.UTC))
			.distinct()
			.count();
		assertThat(days + this.cluster.state.statistics().missed()).isEqualTo(10);
	}

	@Test
	void fireTimeOfAnEarlierHourIsNotThatOfATriggerThatIsNew() {
		start("a", daily(ZoneOffset.UTC), TWO_HOURS);
		passUntil(Instant.parse("2026-12-01T08:00:00Z"));
		start("b", new CronFireTimes(CronExpression.parse("0 0 7 * * *"), ZoneOffset.UTC), TWO_HOURS);
		passUntil(Instant.parse("2026-12-01T09:00:00Z"));
		assertThat(this.cluster.runs).hasSize(1);
		assertThat(this.cluster.state.statistics().missed()).isZero();
	}

}
