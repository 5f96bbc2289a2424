// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.distlock.internal.scheduling.trigger.DelayFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.NoFireTimes;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules, for all combinations of small values.
 */
class JobRulesTests {

	private static final Instant ZERO = Instant.parse("2026-05-01T00:00:00Z");

	private static final JobTrigger RATE = new RateFireTimes(Duration.ofSeconds(2), Duration.ZERO, null);

	private static final JobTrigger HOURLY = new RateFireTimes(Duration.ofHours(1), Duration.ZERO, null);

	private static final JobTrigger OTHER = new RateFireTimes(Duration.ofSeconds(3), Duration.ZERO, null);

	private static final JobTrigger DELAY = new DelayFireTimes(Duration.ofSeconds(2), Duration.ofSeconds(1));

	/**
	 * Everything that can be known, in steps of a second, and every node that may look.
	 */
	private static List<Case> cases() {
		return cases(at(-100));
	}

	/**
	 * The same, of a node that started at a time.
	 */
	private static List<Case> cases(Instant started) {
		List<Case> cases = new ArrayList<>();
		for (JobTrigger known : List.of(RATE, OTHER, DELAY)) {
			for (int since = 0; since <= 2; since++) {
				for (int last = -1; last <= 4; last++) {
					addRuns(cases, started, known, since, last);
				}
			}
		}
		return cases;
	}

	private static void addRuns(List<Case> cases, Instant started, JobTrigger known, int since, int last) {
		for (int attempt = 0; attempt <= 2; attempt++) {
			for (int now = Math.max(since, last); now <= 7; now++) {
				addNodes(cases, started, state(known, since, last, attempt, at(now)), now);
			}
		}
	}

	private static @Nullable JobState state(JobTrigger known, int since, int last, int attempt, Instant now) {
		if (attempt > 0 && last < 0) {
			return null;
		}
		Instant fireTime = (last >= 0) ? at(last) : null;
		JobState state = fired(known(known, at(since), now), fireTime)
			.withLastEnd((fireTime != null) ? fireTime.plusMillis(1) : null);
		return (attempt > 0) ? state.withRunning(run(at(last), attempt, 7)) : state;
	}

	private static JobState fired(JobState state, @Nullable Instant fireTime) {
		return (fireTime != null) ? state.withRunning(run(fireTime, 1, 7)).withLastEnd(state.lastEnd()) : state;
	}

	private static JobState known(JobTrigger trigger, Instant since, Instant confirmed) {
		RegisteredTrigger registered = RegisteredTrigger.of(trigger.registeredAt(ZERO).text(), 0, ZERO, confirmed);
		return JobState.unknown().withTrigger(registered, null).withSince(since);
	}

	private static void addNodes(List<Case> cases, Instant started, @Nullable JobState state, int now) {
		if (state == null) {
			return;
		}
		for (boolean paused : new boolean[] { false, true }) {
			for (int maxAttempts = 1; maxAttempts <= 2; maxAttempts++) {
				for (int misfireThreshold = 1; misfireThreshold <= 5; misfireThreshold += 2) {
					cases.add(new Case(rules(RATE, maxAttempts, misfireThreshold, started),
							new JobEntry(5, state.withPausedSince(paused ? ZERO : null), at(now))));
				}
			}
		}
	}

	@Test
	void changeKeepsTheRunThatEndedRatherThanWhatWasNotRun() {
		JobRun failed = run(at(1), 1, 7).ended(at(2), Outcome.FAILED, "no mail");
		JobRun missed = JobRun.notRun(at(3), at(4), Outcome.MISSED, "late");
		JobRun skipped = JobRun.notRun(at(1), at(2), Outcome.SKIPPED, "in progress");
		JobState state = new JobChange(JobState.unknown(), List.of(failed, skipped)).state();
		assertThat(state.lastRun()).isEqualTo(failed);
		assertThat(new JobChange(state, List.of(run(at(3), 1, 8))).state()).isEqualTo(state);
		assertThat(new JobChange(state, List.of(missed, run(at(5), 1, 8))).state().lastRun()).isEqualTo(missed);
	}

	private static JobRules rules(JobTrigger trigger, int maxAttempts, int misfireThreshold, Instant started) {
		return new JobRules(new TriggerRules(trigger, 0, started, Duration.ofMinutes(2), Duration.ofDays(30)),
				retries(maxAttempts), Duration.ofSeconds(misfireThreshold));
	}

	private static RetryRules retries(int maxAttempts) {
		return RetryRules.of(maxAttempts, Duration.ofMillis(500), 2, Duration.ofSeconds(3));
	}

	private static Instant at(int second) {
		return ZERO.plusSeconds(second);
	}

	private static JobRun run(Instant fireTime, int attempt, long token) {
		return new JobRun(fireTime, attempt, "other", token, fireTime, null, Outcome.RUNNING, null);
	}

	@Test
	void pausedJobIsNotClaimed() {
		assertThat(cases()).filteredOn((one) -> one.state().paused())
			.isNotEmpty()
			.allSatisfy((one) -> assertThat(one.claim()).isNull())
			.noneMatch((one) -> one.step() instanceof JobStep.TryLock);
	}

	@Test
	void nodeThatStandsByRunsNothingAndTakesOverWhenAlone() {
		JobRules rules = standingBy();
		JobState state = known(RATE, at(0), at(0));
		for (int now = 0; now < 10; now++) {
			assertThat(rules.step(entry(state, now))).isInstanceOf(JobStep.Rest.class);
			assertThat(rules.claim(entry(state, now), "node", 8, null)).isNull();
		}
		JobState proposed = registered(rules, state, 10);
		assertThat(proposed.trigger()).isEqualTo(state.trigger());
		assertThat(rules.step(entry(proposed, 19))).isInstanceOf(JobStep.Rest.class);
		assertThat(registered(rules(RATE, 1, 9, at(-100)), proposed.withSince(at(14)), 14).proposed()).isNull();
		assertThat(registered(rules, proposed, 20).trigger().text()).isEqualTo("none");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void lostRunGoesWhenNoNodeBringsItsTrigger(boolean paused) {
		JobRules rules = standingBy();
		JobState lost = fired(known(RATE, at(0), at(0)), at(0)).withRunning(run(at(0), 1, 7))
			.withPausedSince(paused ? at(1) : null);
		assertThat(rules.step(entry(lost, 9))).isInstanceOf(JobStep.Rest.class);
		JobState proposed = registered(rules, lost, 10);
		assertThat(rules.step(entry(proposed, 19))).isInstanceOf(JobStep.Rest.class);
		assertThat(rules.step(entry(proposed, 20))).isInstanceOf(JobStep.TryLock.class);
		assertThat(rules.claim(entry(proposed, 20), "node", 8, null)).satisfies((change) -> {
			assertThat(change.run()).isNull();
			assertThat(change.records()).extracting(JobRun::outcome).containsExactly(Outcome.LOST);
			assertThat(change.state().running()).isNull();
			assertThat(change.state().trigger().text()).isEqualTo("none");
		});
	}

	@Test
	void plannedAttemptGoesWhenNoNodeMakesIt() {
		JobRules rules = standingBy();
		JobState planned = fired(known(RATE, at(0), at(0)), at(0)).withRetry(new JobRetry(at(0), 2, at(2)));
		JobState alone = registered(rules, registered(rules, planned, 10), 20);
		assertThat(alone.retry()).isNotNull();
		assertThat(rules.claim(entry(alone, 20), "node", 8, null)).isNull();
		assertThat(rules.step(entry(alone, 61))).isInstanceOf(JobStep.Rest.class);
		assertThat(rules.step(entry(alone, 63))).isInstanceOfSatisfying(JobChange.class, (step) -> {
			assertThat(step.state().retry()).isNull();
			assertThat(step.records()).extracting(JobRun::outcome).containsExactly(Outcome.MISSED);
		});
	}

	private static JobRules standingBy() {
		return new JobRules(TriggerRules.of(new NoFireTimes(), 7, at(500), Duration.ofSeconds(10), Duration.ofDays(30)),
				retries(3), Duration.ofMinutes(1));
	}

	private static JobEntry entry(JobState state, int now) {
		return new JobEntry(5, state, at(now));
	}

	private static JobState registered(JobRules rules, JobState state, int now) {
		return ((JobChange) rules.step(entry(state, now))).state();
	}

	@Test
	void claimedFireTimeIsDueAndNewAndNotTooOld() {
		List<Case> claims = cases().stream()
			.filter((one) -> one.begun() != null && one.begun().attempt() == 1)
			.toList();
		assertThat(claims).isNotEmpty().allSatisfy((one) -> {
			Instant fireTime = one.begun().fireTime();
			assertThat(fireTime).isBeforeOrEqualTo(one.entry().now());
			if (one.state().lastFireTime() != null) {
				assertThat(fireTime).isAfter(one.state().lastFireTime());
			}
			assertThat(one.claim().state().lastFireTime()).isEqualTo(fireTime);
		});
		assertThat(claims).filteredOn((one) -> one.state().trigger().text().startsWith("rate"))
			.isNotEmpty()
			.allSatisfy(
					(one) -> assertThat(one.begun().fireTime()).isAfter(one.tooLate()).isAfter(one.state().since()));
	}

	@Test
	void everyDueFireTimeOfARateIsClaimed() {
		assertThat(cases()).filteredOn((one) -> one.state().trigger().text().startsWith("rate PT2S"))
			.filteredOn((one) -> !one.state().paused() && one.state().running() == null)
			.isNotEmpty()
			.allSatisfy((one) -> {
				Instant newest = null;
				for (int second = 0; !at(second).isAfter(one.entry().now()); second += 2) {
					newest = at(second);
				}
				boolean due = newest.isAfter(one.state().since()) && newest.isAfter(one.tooLate())
						&& (one.state().lastFireTime() == null || newest.isAfter(one.state().lastFireTime()));
				assertThat(one.begun() != null).isEqualTo(due);
				assertThat(one.step() instanceof JobStep.TryLock).isEqualTo(due);
			});
	}

	@Test
	void runWithoutLockIsLostAndRepeatedWhileAttemptsAreLeft() {
		assertThat(cases()).filteredOn((one) -> one.state().running() != null && !one.state().paused())
			.isNotEmpty()
			.allSatisfy((one) -> {
				JobRun running = one.state().running();
				JobChange claim = one.claim();
				assertThat(one.step()).isInstanceOfSatisfying(JobStep.TryLock.class,
						(step) -> assertThat(step.urgent()).isEqualTo(claim.run() != null));
				assertThat(claim.records().get(0)).satisfies((lost) -> {
					assertThat(lost.outcome()).isEqualTo(Outcome.LOST);
					assertThat(lost.attempt()).isEqualTo(running.attempt());
					assertThat(lost.fireTime()).isEqualTo(running.fireTime());
				});
				if (running.attempt() < one.rules().retries().maxAttempts()) {
					assertThat(claim.run().fireTime()).isEqualTo(running.fireTime());
					assertThat(claim.run().attempt()).isEqualTo(running.attempt() + 1);
				}
				else if (claim.run() != null) {
					assertThat(claim.run().fireTime()).isAfter(running.fireTime());
					assertThat(claim.run().attempt()).isEqualTo(1);
				}
				else {
					assertThat(claim.state().running()).isNull();
				}
			});
	}

	@Test
	void triggerOfTheNodeThatStartedLastIsRegisteredWhenNothingIsDueOrRunning() {
		assertThat(cases()).noneMatch((one) -> one.step() instanceof JobChange && !one.isMissed());
		assertThat(cases(at(-1).plusMillis(1001))).filteredOn((one) -> !one.isMissed()).allSatisfy((one) -> {
			JobState changed = ((JobChange) one.step()).state();
			boolean idle = one.state().paused() || (one.claim() == null && one.state().running() == null);
			if (one.rules().triggers().isSame(one.state())) {
				assertThat(changed.trigger().text()).isEqualTo(one.state().trigger().text());
				assertThat(changed.since()).isEqualTo(one.state().since());
			}
			else if (idle && one.state().running() == null) {
				assertThat(changed.trigger().text()).isEqualTo("rate PT2S +PT0S @" + one.entry().now());
				assertThat(changed.proposed()).isNull();
				assertThat(changed.since()).isBetween(one.state().since(), one.entry().now());
			}
			else {
				assertThat(changed.trigger()).isEqualTo(one.state().trigger());
				assertThat(changed.proposed()).returns("rate PT2S +PT0S", RegisteredTrigger::text);
			}
			assertThat(changed.paused()).isEqualTo(one.state().paused());
			assertThat(changed.lastFireTime()).isEqualTo(one.state().lastFireTime());
			assertThat(changed.running()).isEqualTo(one.state().running());
		});
	}

	@Test
	void fireTimesThatCameDuringARunAreSkippedUnlessItWasLost() {
		for (Outcome outcome : List.of(Outcome.SUCCEEDED, Outcome.FAILED, Outcome.LOST)) {
			JobRun run = run(at(2), 1, 7);
			JobState state = fired(known(RATE, ZERO, ZERO), at(2)).withRunning(run);
			JobChange end = rules(RATE, 1, 100, ZERO).end(new JobEntry(5, state, at(5)), run, outcome, null);
			assertThat(end.state().since()).isEqualTo((outcome == Outcome.LOST) ? ZERO : at(5));
			assertThat(end.state().lastEnd()).isAfter(at(5));
			assertThat(end.state().running()).isNull();
			assertThat(end.records()).extracting(JobRun::outcome)
				.containsExactly((outcome == Outcome.LOST) ? new Outcome[] { outcome }
						: new Outcome[] { outcome, Outcome.SKIPPED });
			assertThat(end.state().statistics().skipped()).isEqualTo((outcome == Outcome.LOST) ? 0 : 1);
		}
	}

	@Test
	void fireTimesThatRunsInARowSkipAreOneRecord() {
		JobRules rules = rules(RATE, 1, 100, ZERO);
		JobRun first = run(at(2), 1, 7);
		JobState state = fired(known(RATE, ZERO, ZERO), at(2)).withRunning(first);
		JobChange end = rules.end(new JobEntry(5, state, at(7)), first, Outcome.SUCCEEDED, null);
		assertThat(end.records().get(1)).returns(at(4), JobRun::fireTime).returns(at(6), JobRun::endedAt);
		JobChange claim = rules.claim(new JobEntry(6, end.state(), at(8)), "me", 8, null);
		assertThat(claim.records()).containsExactly(claim.run());
		JobChange again = rules.end(new JobEntry(7, claim.state(), at(11)), claim.run(), Outcome.FAILED, "no paper");
		assertThat(again.records().get(1)).returns(at(4), JobRun::fireTime).returns(at(10), JobRun::endedAt);
		JobStatistics statistics = again.state().statistics();
		assertThat(statistics).isEqualTo(JobStatistics.of(at(7), 1, 0, 3, at(4)));
		claim = rules.claim(new JobEntry(8, again.state(), at(12)), "me", 9, null);
		JobChange last = rules.end(new JobEntry(9, claim.state(), at(13)), claim.run(), Outcome.SUCCEEDED, null);
		assertThat(last.records()).hasSize(1);
		assertThat(last.state().statistics()).isEqualTo(JobStatistics.of(at(13), 0, 0, 3, null));
	}

	@Test
	void fireTimesThatAreTooLateAreCountedAndRecordedOnce() {
		JobRules rules = rules(RATE, 1, 3, ZERO);
		JobState state = fired(known(RATE, ZERO, at(3600)), at(2)).withLastEnd(at(3));
		JobEntry entry = new JobEntry(5, state, at(3600));
		assertThat(DueTimes.overdue(entry)).isEqualTo(at(4));
		assertThat(rules.step(entry)).isInstanceOf(JobStep.TryLock.class);
		JobChange claim = rules.claim(entry, "me", 8, null);
		assertThat(claim.run().fireTime()).isEqualTo(at(3600));
		assertThat(claim.records()).hasSize(2);
		assertThat(claim.records().get(0)).satisfies((record) -> {
			assertThat(record).returns(at(4), JobRun::fireTime).returns(at(3598), JobRun::endedAt);
			assertThat(record).returns(Outcome.MISSED, JobRun::outcome).returns(0, JobRun::attempt);
			assertThat(record.error()).contains("1798 fire times").contains("a later one starts instead");
		});
		assertThat(claim.state().statistics().missed()).isEqualTo(1798);
	}

	@Test
	void fireTimesThatAreTooLateAreRecordedWhereNoneIsDue() {
		JobRules rules = rules(RATE, 1, 3, ZERO);
		JobState state = fired(known(new RateFireTimes(Duration.ofMinutes(1), Duration.ZERO, null), ZERO, at(3600)),
				at(0));
		JobChange missed = (JobChange) rules.step(new JobEntry(5, state, at(3630)));
		assertThat(missed.records()).singleElement().satisfies((record) -> {
			assertThat(record).returns(at(60), JobRun::fireTime).returns(at(3600), JobRun::endedAt);
			assertThat(record.error()).contains("60 fire times").contains("within 3s");
		});
		assertThat(missed.state().statistics().missed()).isEqualTo(60);
	}

	@Test
	void pausedJobMissesNothing() {
		JobRules rules = rules(RATE, 1, 3, ZERO);
		JobEntry paused = new JobEntry(5, known(RATE, ZERO, at(3600)).withPausedSince(at(1)), at(3600));
		assertThat(rules.step(paused)).isInstanceOf(JobStep.Rest.class);
		assertThat(DueTimes.overdue(paused)).isNull();
	}

	@Test
	void endOfARunThatWasTakenOverChangesNothing() {
		JobRun run = run(at(2), 1, 7);
		for (JobRun running : new JobRun[] { null, run(at(2), 2, 8), run(at(4), 1, 9) }) {
			JobState state = fired(known(RATE, ZERO, ZERO), at(2));
			state = (running != null) ? state.withRunning(running) : state;
			assertThat(rules(RATE, 1, 100, ZERO).end(new JobEntry(5, state, at(5)), run, Outcome.SUCCEEDED, null))
				.isNull();
		}
	}

	@Test
	void claimThatWasNotStartedKeepsItsAttempt() {
		JobRun run = run(at(2), 1, 7);
		JobState state = fired(known(RATE, ZERO, ZERO), at(2)).withRunning(run);
		JobRules rules = rules(RATE, 1, 100, ZERO);
		JobChange claim = rules.claim(new JobEntry(5, state, at(3)), "me", 8, run);
		assertThat(claim.run().attempt()).isEqualTo(1);
		assertThat(claim.run().fireTime()).isEqualTo(at(2));
		assertThat(claim.run().fencingToken()).isEqualTo(8);
		assertThat(claim.records()).containsExactly(claim.run());
	}

	@Test
	void runOnDemandTouchesNoFireTime() {
		JobRules rules = rules(RATE, 2, 100, ZERO);
		JobState state = fired(known(RATE, at(1), ZERO), at(2)).withLastEnd(at(3)).withPausedSince(ZERO);
		JobChange claim = rules.claimOnDemand(new JobEntry(5, state, at(4)), "me", 8);
		assertThat(claim.run().fireTime()).isAfter(at(4)).isBefore(at(5));
		assertThat(claim.state().lastFireTime()).isEqualTo(at(2));
		assertThat(claim.state().since()).isEqualTo(at(1));
		JobChange lost = rules.claim(new JobEntry(6, claim.state().withPausedSince(null), at(5)), "other", 9, null);
		assertThat(lost.records().get(0).outcome()).isEqualTo(Outcome.LOST);
		assertThat(lost.run().attempt()).isEqualTo(1);
		assertThat(lost.run().fireTime()).isEqualTo(at(4));
	}

	@Test
	void runOnDemandNeedNotWaitForAnAttemptThatAPauseHoldsBack() {
		JobRules rules = rules(RATE, 2, 100, ZERO);
		JobState lost = fired(known(RATE, at(1), ZERO), at(2)).withRunning(run(at(2), 1, 7));
		assertThat(rules.claimOnDemand(entry(lost, 4), "me", 8)).isNull();
		assertThat(rules.claimOnDemand(entry(lost.withPausedSince(at(3)), 4), "me", 8)).satisfies((claim) -> {
			assertThat(claim.run().onDemand()).isTrue();
			assertThat(claim.records()).extracting(JobRun::outcome).containsExactly(Outcome.LOST, Outcome.RUNNING);
		});
	}

	@Test
	void noNodeLooksAgainAndAgainForATriggerThatWaitsForARun() {
		JobRules rules = rules(OTHER, 1, 100, at(-200));
		JobState paused = fired(known(RATE, at(0), at(0)), at(0)).withRunning(run(at(0), 1, 7)).withPausedSince(at(1));
		JobState proposed = registered(rules, paused, 120);
		assertThat(rules.step(entry(proposed, 600))).isEqualTo(new JobStep.Rest(null, null, true));
		JobState running = proposed.withPausedSince(null);
		assertThat(standingBy().step(entry(running, 600))).isEqualTo(new JobStep.Rest(null, null, false));
	}

	@Test
	void delayCountsFromTheEndAndStaysDue() {
		JobRules rules = rules(DELAY, 1, 1, ZERO);
		JobState fresh = known(DELAY, ZERO, ZERO);
		assertThat(rules.claim(new JobEntry(5, fresh, at(0)), "me", 8, null)).isNull();
		assertThat(rules.claim(new JobEntry(5, fresh, at(50)), "me", 8, null).run().fireTime()).isEqualTo(at(1));
		JobState ended = fired(known(DELAY, at(4), ZERO), at(1)).withLastEnd(at(4).plusMillis(1));
		assertThat(rules.claim(new JobEntry(5, ended, at(6)), "me", 8, null)).isNull();
		assertThat(rules.claim(new JobEntry(5, ended, at(7)), "me", 8, null).run().fireTime())
			.isEqualTo(at(6).plusMillis(1));
	}

	@Test
	void delayGoesOnAfterAClockThatWasSetBackDuringARunThatIsLost() {
		JobRules rules = rules(DELAY, 1, 100, ZERO);
		JobState lost = known(DELAY, at(0), at(0)).withRunning(run(at(100), 1, 7));
		JobState ended = rules.claim(entry(lost, 50), "node", 8, null).state();
		assertThat(rules.step(entry(ended, 60))).isEqualTo(new JobStep.Rest(at(102), null, false));
		assertThat(rules.claim(entry(ended, 102), "node", 9, null).run().fireTime()).isEqualTo(at(102));
	}

	@Test
	void runThatFailsIsTriedAgainWithGrowingDelays() {
		JobRules rules = rules(HOURLY, 4, 60, ZERO);
		JobState state = running(HOURLY, 1);
		for (int attempt = 1; attempt <= 3; attempt++) {
			Outcome outcome = (attempt == 2) ? Outcome.TIMED_OUT : Outcome.FAILED;
			JobChange end = rules.end(new JobEntry(5, state, at(3)), state.running(), outcome, "no paper");
			assertThat(end.state().retry()).isEqualTo(
					new JobRetry(ZERO, attempt + 1, at(3).plusMillis(List.of(500, 1000, 2000).get(attempt - 1))));
			assertThat(end.state().statistics().failures()).as("it has not failed yet").isZero();
			JobEntry early = new JobEntry(6, end.state(), end.state().retry().at().minusMillis(1));
			assertThat(rules.claim(early, "me", 8, null)).isNull();
			assertThat(rules.step(early)).isInstanceOfSatisfying(JobStep.Rest.class,
					(rest) -> assertThat(rest.checkAt()).isEqualTo(end.state().retry().at()));
			JobEntry due = new JobEntry(6, end.state(), end.state().retry().at());
			assertThat(rules.step(due)).isInstanceOf(JobStep.TryLock.class);
			JobChange claim = rules.claim(due, "me", 8, null);
			assertThat(claim.run()).returns(ZERO, JobRun::fireTime).returns(attempt + 1, JobRun::attempt);
			assertThat(claim.state().retry()).isNull();
			state = claim.state();
		}
		JobChange last = rules.end(new JobEntry(9, state, at(9)), state.running(), Outcome.FAILED, "no paper");
		assertThat(last.state().retry()).isNull();
		assertThat(last.state().statistics().failures()).isEqualTo(1);
	}

	@Test
	void delayHasABound() {
		RetryRules rules = RetryRules.of(Integer.MAX_VALUE, Duration.ofSeconds(1), 1.5, Duration.ofSeconds(3));
		assertThat(List.of(rules.delayAfter(1), rules.delayAfter(2), rules.delayAfter(3), rules.delayAfter(1_000_000)))
			.containsExactly(Duration.ofMillis(1000), Duration.ofMillis(1500), Duration.ofMillis(2250),
					Duration.ofMillis(3000));
		assertThat(RetryRules.of(2, Duration.ofDays(1), 2, null).delayAfter(1)).isEqualTo(Duration.ofDays(1));
	}

	@Test
	void runThatSucceedsOrIsStoppedIsNotTriedAgain() {
		JobRules rules = rules(HOURLY, 4, 60, ZERO);
		JobState state = running(HOURLY, 1);
		for (Outcome outcome : List.of(Outcome.SUCCEEDED, Outcome.STOPPED)) {
			assertThat(rules.end(new JobEntry(5, state, at(3)), state.running(), outcome, null).state().retry())
				.isNull();
		}
		JobState stopping = JobRules.stopped(state, at(2));
		assertThat(rules.end(new JobEntry(5, stopping, at(3)), state.running(), Outcome.FAILED, "told").state().retry())
			.as("it was asked to stop")
			.isNull();
	}

	@Test
	void attemptThatWouldNotComeBeforeTheNextFireTimeIsNotMade() {
		JobRules rules = rules(RATE, 4, 60, ZERO);
		JobState state = running(RATE, 1);
		JobRun run = state.running();
		Instant latest = at(2).minusMillis(501);
		assertThat(rules.end(new JobEntry(5, state, latest), run, Outcome.FAILED, "x").state().retry()).isNotNull();
		JobChange end = rules.end(new JobEntry(5, state, latest.plusMillis(1)), run, Outcome.FAILED, "x");
		assertThat(end.state().retry()).isNull();
		assertThat(end.state().statistics().failures()).isEqualTo(1);
	}

	@Test
	void nextFireTimeOvertakesAnAttemptThatDidNotStartBefore() {
		JobRules rules = rules(RATE, 4, 60, ZERO);
		JobState planned = planned(RATE, 1500);
		JobChange claim = rules.claim(new JobEntry(5, planned, at(2)), "me", 8, null);
		assertThat(claim.run()).returns(at(2), JobRun::fireTime).returns(1, JobRun::attempt);
		assertThat(claim.state().retry()).isNull();
		assertThat(claim.state().statistics().failures()).isEqualTo(1);
		assertThat(claim.records().get(0)).returns(ZERO, JobRun::fireTime)
			.returns(0, JobRun::attempt)
			.returns(Outcome.MISSED, JobRun::outcome);
		assertThat(claim.records().get(0).error()).contains("Attempt 2").contains("next fire time");
	}

	@Test
	void attemptThatIsTooLateIsTold() {
		JobRules rules = rules(HOURLY, 4, 3, ZERO);
		JobState planned = planned(HOURLY, 5000);
		JobEntry inTime = new JobEntry(5, planned, at(8));
		assertThat(DueTimes.overdue(inTime)).isEqualTo(at(5));
		assertThat(rules.claim(inTime, "me", 8, null).run().attempt()).isEqualTo(2);
		JobEntry late = new JobEntry(5, planned, at(8).plusMillis(1));
		assertThat(rules.claim(late, "me", 8, null)).isNull();
		JobChange told = (JobChange) rules.step(late);
		assertThat(told.state().retry()).isNull();
		assertThat(told.state().statistics()).isEqualTo(JobStatistics.of(null, 1, 0, 0, null));
		assertThat(told.records()).singleElement()
			.satisfies((record) -> assertThat(record.error()).contains("Attempt 2").contains("within 3s"));
		assertThat(rules.step(new JobEntry(6, told.state(), at(9)))).isInstanceOf(JobStep.Rest.class);
	}

	@Test
	void pauseKeepsAnAttemptThatComesAfterIt() {
		JobRules rules = rules(HOURLY, 4, 60, ZERO);
		JobState paused = planned(HOURLY, 5000).withPausedSince(at(2));
		assertThat(rules.claim(new JobEntry(5, paused, at(6)), "me", 8, null)).isNull();
		assertThat(rules.step(new JobEntry(5, paused, at(600)))).isInstanceOf(JobStep.Rest.class);
		assertThat(JobRules.resumed(paused, at(4)).retry()).isEqualTo(paused.retry());
		assertThat(JobRules.resumed(paused, at(5))).returns(null, JobState::retry)
			.satisfies((state) -> assertThat(state.statistics().failures()).isEqualTo(1));
	}

	@Test
	void stopGivesUpAnAttemptThatIsPlanned() {
		JobState stopped = JobRules.stopped(planned(HOURLY, 5000), at(3));
		assertThat(stopped.retry()).isNull();
		assertThat(stopped.stopping()).isFalse();
		assertThat(JobRules.stopped(stopped, at(3))).isEqualTo(stopped);
	}

	@Test
	void anotherTriggerKeepsAnAttemptUntilItsOwnFireTime() {
		JobRules rules = rules(RATE, 4, 60, at(1));
		JobState taken = ((JobChange) rules.step(new JobEntry(5, planned(HOURLY, 1500), at(1)))).state();
		assertThat(taken.trigger().text()).startsWith("rate PT2S");
		JobRun run = rules.claim(new JobEntry(6, taken.withSince(at(1)), at(2)), "me", 8, null).run();
		assertThat(run).returns(ZERO, JobRun::fireTime).returns(2, JobRun::attempt);
		run = rules.claim(new JobEntry(6, taken.withSince(at(1)), at(3)), "me", 8, null).run();
		assertThat(run).returns(at(3), JobRun::fireTime).returns(1, JobRun::attempt);
	}

	@Test
	void runOnDemandLeavesAnAttemptPlanned() {
		JobRules rules = rules(HOURLY, 4, 60, ZERO);
		JobState planned = planned(HOURLY, 5000);
		JobChange claim = rules.claimOnDemand(new JobEntry(5, planned, at(2)), "me", 8);
		assertThat(claim.state().retry()).isEqualTo(planned.retry());
		JobChange end = rules.end(new JobEntry(6, claim.state(), at(6)), claim.run(), Outcome.FAILED, "x");
		assertThat(end.state().retry()).as("its own failure is not tried again").isEqualTo(planned.retry());
		assertThat(rules.claim(new JobEntry(7, end.state(), at(7)), "me", 9, null).run())
			.returns(ZERO, JobRun::fireTime)
			.returns(2, JobRun::attempt);
	}

	@Test
	void lostAttemptOfARetryIsRepeatedAtOnce() {
		JobRules rules = rules(HOURLY, 3, 60, ZERO);
		JobState lost = running(HOURLY, 2);
		assertThat(rules.claim(new JobEntry(5, lost, at(7)), "me", 9, null).run().attempt()).isEqualTo(3);
		JobChange told = rules.end(new JobEntry(5, lost, at(7)), lost.running(), Outcome.LOST, "given up without lock");
		assertThat(told.state().retry()).isEqualTo(new JobRetry(ZERO, 3, at(7)));
	}

	/**
	 * A run of the fire time zero.
	 */
	private static JobState running(JobTrigger trigger, int attempt) {
		return fired(known(trigger, ZERO.minusMillis(1), ZERO), ZERO).withRunning(run(ZERO, attempt, 7));
	}

	private static JobState planned(JobTrigger trigger, int millis) {
		return fired(known(trigger, at(1), at(1)), ZERO).withLastEnd(at(1))
			.withRetry(new JobRetry(ZERO, 2, ZERO.plusMillis(millis)));
	}

	/**
	 * What is known, and who looks.
	 */
	private record Case(JobRules rules, JobEntry entry) {

		JobState state() {
			return this.entry.state();
		}

		/**
		 * Return whether a fire time has passed that did not start in time.
		 */
		boolean isMissed() {
			return step() instanceof JobChange register && !register.records().isEmpty();
		}

		Instant tooLate() {
			return this.entry.now().minus(this.rules.misfireThreshold()).minusMillis(1);
		}

		JobStep step() {
			return this.rules.step(this.entry);
		}

		@Nullable JobChange claim() {
			return this.rules.claim(this.entry, "me", 8, null);
		}

		@Nullable JobRun begun() {
			JobChange claim = claim();
			return (claim != null) ? claim.run() : null;
		}

	}

}
