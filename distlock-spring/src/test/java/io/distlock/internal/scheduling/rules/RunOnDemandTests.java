// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A run on demand at the time of a fire time.
 */
class RunOnDemandTests {

	private final JobRules rules = new JobRules(
			TriggerRules.of(new CronFireTimes(CronExpression.parse("0 0 6 * * *"), ZoneOffset.UTC), 0, at("05:00:00"),
					Duration.ofMinutes(2), Duration.ofDays(30)),
			RetryRules.of(1, null, 1, null), Duration.ofMinutes(1));

	private final JobState known = this.rules.triggers().registered(JobState.unknown(), at("05:00:00"));

	private static Instant at(String time) {
		return Instant.parse("2026-12-01T" + time + "Z");
	}

	private JobChange run(JobState state, String from, String until) {
		JobChange claim = this.rules.claimOnDemand(new JobEntry(1, state, at(from)), "node", 1);
		JobChange end = this.rules.end(new JobEntry(2, claim.state(), at(until)), claim.run(), Outcome.SUCCEEDED, null);
		assertThat(end.state().statistics().missed()).isZero();
		return end;
	}

	private JobStep step(JobChange end, String now) {
		return this.rules.step(new JobEntry(3, end.state(), at(now)));
	}

	@Test
	void fireTimeThatIsTooLateAfterARunOnDemandIsSkipped() {
		JobChange end = run(this.known, "05:58:00", "06:05:00");
		assertThat(end.records()).extracting(JobRun::outcome).containsExactly(Outcome.SUCCEEDED, Outcome.SKIPPED);
		assertThat(end.records().get(1).fireTime()).isEqualTo(at("06:00:00"));
		assertThat(end.records().get(1).error()).contains("while a run was in progress");
		assertThat(end.state().statistics().skipped()).isOne();
		assertThat(step(end, "06:05:01")).isInstanceOf(JobStep.Rest.class);
	}

	@Test
	void fireTimeThatIsNotTooLateAfterARunOnDemandRuns() {
		JobChange end = run(this.known, "05:58:00", "06:00:30");
		assertThat(end.records()).extracting(JobRun::outcome).containsExactly(Outcome.SUCCEEDED);
		assertThat(step(end, "06:00:31")).isInstanceOf(JobStep.TryLock.class);
	}

	@Test
	void fireTimeThatWasTooLateBeforeARunOnDemandIsMissed() {
		JobChange end = run(this.known, "06:02:00", "06:05:00");
		assertThat(end.records()).extracting(JobRun::outcome).containsExactly(Outcome.SUCCEEDED);
		assertThat(step(end, "06:05:01")).isInstanceOfSatisfying(JobChange.class,
				(change) -> assertThat(change.records()).extracting(JobRun::outcome).containsExactly(Outcome.MISSED));
	}

	@Test
	void fireTimeOfAPausedJobIsNotSkipped() {
		JobChange end = run(this.known.withPausedSince(at("05:30:00")), "05:58:00", "06:05:00");
		assertThat(end.records()).extracting(JobRun::outcome).containsExactly(Outcome.SUCCEEDED);
	}

}
