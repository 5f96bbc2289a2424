// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TriggerRules}, with a trigger in the store and a node that defines
 * another trigger.
 */
class TriggerRulesTests {

	private static final Instant START = Instant.parse("2026-05-01T00:00:00Z");

	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private static final Duration FORGET_AFTER = Duration.ofDays(30);

	private static final JobTrigger OWN = new RateFireTimes(Duration.ofSeconds(2), Duration.ZERO, null);

	private static final String KNOWN = "rate PT3S +PT0S @" + START;

	private static final String OTHER = "rate PT4S +PT0S";

	private static Instant at(int second) {
		return START.plusSeconds(second);
	}

	private static TriggerRules startedAt(int second) {
		return TriggerRules.of(OWN, 0, at(second), TIMEOUT, FORGET_AFTER);
	}

	private static RegisteredTrigger trigger(String text, int startedAt, int confirmedAt) {
		return RegisteredTrigger.of(text, 0, at(startedAt), at(confirmedAt));
	}

	/**
	 * The state of a job whose trigger is defined by a node that started at 100 seconds.
	 */
	private static JobState state() {
		return JobState.unknown().withTrigger(trigger(KNOWN, 100, 1000), null);
	}

	private static JobState proposed(RegisteredTrigger proposed) {
		return state().withTrigger(state().trigger(), proposed);
	}

	@Test
	void jobIsForgottenAfterTheLastConfirmationOfItsTrigger() {
		Instant forgotten = at(1000).plus(FORGET_AFTER);
		assertThat(TriggerRules.isForgotten(new JobEntry(1, state(), forgotten), FORGET_AFTER)).isTrue();
		assertThat(TriggerRules.isForgotten(new JobEntry(1, state(), forgotten.minusMillis(1)), FORGET_AFTER))
			.isFalse();
		assertThat(TriggerRules.isForgotten(new JobEntry(0, state(), forgotten), FORGET_AFTER)).isFalse();
	}

	@Test
	void jobIsForgottenAfterTheLastProposalForItsTrigger() {
		Instant forgotten = at(1500).plus(FORGET_AFTER);
		JobState proposed = proposed(trigger(OTHER, 50, 1500));
		assertThat(TriggerRules.isForgotten(new JobEntry(1, proposed, forgotten), FORGET_AFTER)).isTrue();
		assertThat(TriggerRules.isForgotten(new JobEntry(1, proposed, forgotten.minusMillis(1)), FORGET_AFTER))
			.isFalse();
	}

	@Test
	void ownProposalWithPrecedenceIsNext() {
		TriggerRules rules = startedAt(200);
		assertThat(rules.isNext(state())).isFalse();
		assertThat(rules.isNext(proposed(trigger(OWN.text(), 200, 1000)))).isTrue();
		assertThat(rules.isNext(proposed(trigger(OWN.text(), 50, 1000)))).isFalse();
		assertThat(rules.isNext(proposed(trigger(OTHER, 200, 1000)))).isFalse();
	}

	@Test
	void nodeThatStartedLastReplacesTheProposalOfAnotherNode() {
		JobState other = proposed(trigger(OTHER, 150, 1000));
		assertThat(startedAt(200).confirmed(other, at(1010), false).proposed())
			.isEqualTo(trigger(OWN.text(), 200, 1010));
		assertThat(startedAt(140).confirmed(other, at(1010), false)).isEqualTo(other);
	}

	@Test
	void proposalOfTheSameTriggerIsReplacedOnlyToGivePrecedence() {
		JobState next = proposed(trigger(OWN.text(), 150, 1000));
		assertThat(startedAt(200).confirmed(next, at(1010), false)).isEqualTo(next);
		JobState unanswered = proposed(trigger(OWN.text(), 50, 1000));
		assertThat(startedAt(60).confirmed(unanswered, at(1010), false)).isEqualTo(unanswered);
		assertThat(startedAt(200).confirmed(unanswered, at(1010), false).proposed())
			.isEqualTo(trigger(OWN.text(), 200, 1010));
	}

	@Test
	void proposalThatReplacesAnotherWithoutPrecedenceKeepsItsTime() {
		JobState other = proposed(trigger(OTHER, 50, 1000));
		assertThat(startedAt(60).confirmed(other, at(1010), false).proposed()).isEqualTo(trigger(OWN.text(), 60, 1000));
	}

	@Test
	void nextCheckIsWhenTheTriggerOrAProposalIsUnanswered() {
		TriggerRules rules = startedAt(60);
		assertThat(rules.checkAt(state())).isEqualTo(at(1120));
		assertThat(rules.checkAt(proposed(trigger(OWN.text(), 60, 1010)))).isEqualTo(at(1130));
		assertThat(rules.checkAt(proposed(trigger(OTHER, 60, 1010)))).isEqualTo(at(1190));
		JobState same = JobState.unknown().withTrigger(trigger(OWN.text() + " @" + START, 100, 1000), null);
		assertThat(rules.checkAt(same)).isNull();
		JobRun run = new JobRun(at(999), 1, "node", 7, at(1000), null, Outcome.RUNNING, null);
		assertThat(rules.checkAt(state().withRunning(run))).isNull();
	}

	@Test
	void fireTimesBeforeTheReplacementOfATriggerAreOver() {
		assertThat(replaced("cron 0 0 6 * * * Z", at(0)).since()).isEqualTo(at(1010).minusMillis(1));
	}

	@Test
	void fireTimesAreOverUpToTheLastTriggerIfNoNodeDefinedOne() {
		assertThat(replaced("none", at(7)).since()).isEqualTo(at(7));
		assertThat(replaced("none", Instant.EPOCH).since()).isEqualTo(at(1010).minusMillis(1));
	}

	@Test
	void localTimesThatTheFormerZoneDidNotReachAreNotOver() {
		assertThat(replaced("cron 0 0 7 * * * Asia/Kolkata", at(0)).since()).isEqualTo(at(1010).minusMillis(1));
		assertThat(replaced("cron 0 0 7 * * * America/New_York", at(0)).since()).isEqualTo(at(0));
	}

	/**
	 * Replace a trigger by a trigger at 07:00 UTC.
	 */
	private static JobState replaced(String former, Instant since) {
		JobTrigger daily = new CronFireTimes(CronExpression.parse("0 0 7 * * *"), ZoneOffset.UTC);
		JobState before = JobState.unknown().withTrigger(trigger(former, 100, 1000), trigger(daily.text(), 200, 1010));
		TriggerRules rules = TriggerRules.of(daily, 0, at(200), TIMEOUT, FORGET_AFTER);
		return rules.confirmed(before.withFireTimes(since, null), at(1010), true);
	}

}
