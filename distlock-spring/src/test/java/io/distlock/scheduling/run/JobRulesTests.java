/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.scheduling.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.trigger.DelayFireTimes;
import io.distlock.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.trigger.RateFireTimes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules, for all combinations of small values.
 */
class JobRulesTests {

	private static final Instant ZERO = Instant.parse("2026-05-01T00:00:00Z");

	private static final JobTrigger RATE = new RateFireTimes(Duration.ofSeconds(2), Duration.ZERO, null);

	private static final JobTrigger OTHER = new RateFireTimes(Duration.ofSeconds(3), Duration.ZERO, null);

	private static final JobTrigger DELAY = new DelayFireTimes(Duration.ofSeconds(2), Duration.ofSeconds(1));

	/**
	 * Everything that can be known, in steps of a second, and every node that may look.
	 */
	private static List<Case> cases() {
		List<Case> cases = new ArrayList<>();
		for (JobTrigger known : List.of(RATE, OTHER, DELAY)) {
			for (int since = 0; since <= 2; since++) {
				for (int last = -1; last <= 4; last++) {
					addRuns(cases, known, since, last);
				}
			}
		}
		return cases;
	}

	private static void addRuns(List<Case> cases, JobTrigger known, int since, int last) {
		for (int attempt = 0; attempt <= 2; attempt++) {
			for (int now = Math.max(since, last); now <= 7; now++) {
				addNodes(cases, known, since, last, attempt, now);
			}
		}
	}

	private static void addNodes(List<Case> cases, JobTrigger known, int since, int last, int attempt, int now) {
		if (attempt > 0 && last < 0) {
			return;
		}
		Instant fireTime = (last >= 0) ? at(last) : null;
		JobRun running = (attempt > 0) ? run(at(last), attempt, 7) : null;
		Instant lastEnd = (fireTime != null) ? fireTime.plusMillis(1) : null;
		for (boolean paused : new boolean[] { false, true }) {
			JobState state = new JobState(known.registeredAt(ZERO).text(), at(since), fireTime, lastEnd, running,
					paused);
			for (int maxAttempts = 1; maxAttempts <= 2; maxAttempts++) {
				for (int horizon = -1; horizon <= 5; horizon += 3) {
					for (boolean registered : new boolean[] { false, true }) {
						cases.add(new Case(new JobRules(RATE, maxAttempts, at(horizon), registered),
								new JobEntry(5, state, at(now))));
					}
				}
			}
		}
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
		assertThat(claims).filteredOn((one) -> one.state().trigger().startsWith("rate"))
			.isNotEmpty()
			.allSatisfy((one) -> assertThat(one.begun().fireTime()).isAfter(one.rules().horizon())
				.isAfter(one.state().since()));
	}

	@Test
	void everyDueFireTimeOfARateIsClaimed() {
		assertThat(cases()).filteredOn((one) -> one.state().trigger().startsWith("rate PT2S"))
			.filteredOn((one) -> !one.state().paused() && one.state().running() == null)
			.isNotEmpty()
			.allSatisfy((one) -> {
				Instant newest = null;
				for (int second = 0; !at(second).isAfter(one.entry().now()); second += 2) {
					newest = at(second);
				}
				boolean due = newest.isAfter(one.state().since()) && newest.isAfter(one.rules().horizon())
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
				assertThat(one.step()).isInstanceOf(JobStep.TryLock.class);
				assertThat(claim.records().get(0)).satisfies((lost) -> {
					assertThat(lost.outcome()).isEqualTo(Outcome.LOST);
					assertThat(lost.attempt()).isEqualTo(running.attempt());
					assertThat(lost.fireTime()).isEqualTo(running.fireTime());
				});
				if (running.attempt() < one.rules().maxAttempts()) {
					assertThat(claim.run().fireTime()).isEqualTo(running.fireTime());
					assertThat(claim.run().attempt()).isEqualTo(running.attempt() + 1);
					assertThat(((JobStep.TryLock) one.step()).urgent()).isTrue();
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
	void triggerIsRegisteredOnceAndOnlyWhenNothingIsDueOrRunning() {
		assertThat(cases()).allSatisfy((one) -> {
			boolean register = one.step() instanceof JobStep.Register;
			boolean other = !one.state().trigger().startsWith("rate PT2S");
			boolean idle = one.state().paused() || (one.claim() == null && one.state().running() == null);
			assertThat(register).isEqualTo(other && !one.rules().registered() && idle && !isLeftToOthers(one));
			if (one.step() instanceof JobStep.Register change) {
				assertThat(change.state().trigger()).isEqualTo("rate PT2S +PT0S @" + one.entry().now());
				assertThat(change.state().since()).isBeforeOrEqualTo(one.entry().now());
				assertThat(change.state().paused()).isEqualTo(one.state().paused());
				assertThat(change.state().lastFireTime()).isEqualTo(one.state().lastFireTime());
			}
		});
	}

	/**
	 * Return whether a fire time of the last second is too old for this node only.
	 */
	private static boolean isLeftToOthers(Case one) {
		Instant before = one.entry().now().minusSeconds(1);
		JobRules older = new JobRules(RATE, 1, before, false);
		return one.rules().horizon().isAfter(before) && older.claim(one.entry(), "older", 8, null) != null;
	}

	@Test
	void fireTimeThatIsDueIsLeftToTheNodesOfTheFormerTrigger() {
		JobState state = new JobState(OTHER.registeredAt(ZERO).text(), ZERO, at(0), at(1), null, false);
		JobRules started = new JobRules(RATE, 1, at(3).plusMillis(50), false);
		JobEntry atOnce = new JobEntry(5, state, at(3).plusMillis(60));
		assertThat(started.step(atOnce)).isInstanceOfSatisfying(JobStep.Rest.class,
				(rest) -> assertThat(rest.nextFireTime()).isBetween(atOnce.now(), atOnce.now().plusMillis(100)));
		assertThat(started.step(new JobEntry(5, state, at(4).plusMillis(60)))).isInstanceOf(JobStep.Register.class);
		JobState claimed = new JobState(state.trigger(), ZERO, at(3), at(3).plusMillis(70), null, false);
		assertThat(started.step(new JobEntry(6, claimed, at(3).plusMillis(80)))).isInstanceOf(JobStep.Register.class);
	}

	@Test
	void fireTimesThatCameDuringARunAreSkippedUnlessItWasLost() {
		for (Outcome outcome : List.of(Outcome.SUCCEEDED, Outcome.FAILED, Outcome.LOST)) {
			JobRun run = run(at(2), 1, 7);
			JobState state = new JobState(RATE.registeredAt(ZERO).text(), ZERO, at(2), null, run, false);
			JobChange end = JobRules.end(new JobEntry(5, state, at(5)), run, outcome, null);
			assertThat(end.state().since()).isEqualTo((outcome == Outcome.LOST) ? ZERO : at(5));
			assertThat(end.state().lastEnd()).isAfter(at(5));
			assertThat(end.state().running()).isNull();
			assertThat(end.records()).singleElement()
				.satisfies((record) -> assertThat(record.outcome()).isEqualTo(outcome));
		}
	}

	@Test
	void endOfARunThatWasTakenOverChangesNothing() {
		JobRun run = run(at(2), 1, 7);
		for (JobRun running : new JobRun[] { null, run(at(2), 2, 8), run(at(4), 1, 9) }) {
			JobState state = new JobState(RATE.registeredAt(ZERO).text(), ZERO, at(2), null, running, false);
			assertThat(JobRules.end(new JobEntry(5, state, at(5)), run, Outcome.SUCCEEDED, null)).isNull();
		}
	}

	@Test
	void claimThatWasNotStartedKeepsItsAttempt() {
		JobRun run = run(at(2), 1, 7);
		JobState state = new JobState(RATE.registeredAt(ZERO).text(), ZERO, at(2), null, run, false);
		JobRules rules = new JobRules(RATE, 1, ZERO, true);
		JobChange claim = rules.claim(new JobEntry(5, state, at(3)), "me", 8, run);
		assertThat(claim.run().attempt()).isEqualTo(1);
		assertThat(claim.run().fireTime()).isEqualTo(at(2));
		assertThat(claim.run().fencingToken()).isEqualTo(8);
		assertThat(claim.records()).containsExactly(claim.run());
	}

	@Test
	void runOnDemandTouchesNoFireTime() {
		JobRules rules = new JobRules(RATE, 2, ZERO, true);
		JobState state = new JobState(RATE.registeredAt(ZERO).text(), at(1), at(2), at(3), null, true);
		JobChange claim = rules.claimOnDemand(new JobEntry(5, state, at(4)), "me", 8);
		assertThat(claim.run().fireTime()).isAfter(at(4)).isBefore(at(5));
		assertThat(claim.state().lastFireTime()).isEqualTo(at(2));
		assertThat(claim.state().since()).isEqualTo(at(1));
		JobChange lost = rules.claim(new JobEntry(6, JobStates.paused(claim.state(), false), at(5)), "other", 9, null);
		assertThat(lost.records().get(0).outcome()).isEqualTo(Outcome.LOST);
		assertThat(lost.run().attempt()).isEqualTo(1);
		assertThat(lost.run().fireTime()).isEqualTo(at(4));
	}

	@Test
	void delayCountsFromTheEndAndStaysDue() {
		JobRules rules = new JobRules(DELAY, 1, at(100), true);
		JobState fresh = new JobState(DELAY.text(), ZERO, null, null, null, false);
		assertThat(rules.claim(new JobEntry(5, fresh, at(0)), "me", 8, null)).isNull();
		assertThat(rules.claim(new JobEntry(5, fresh, at(50)), "me", 8, null).run().fireTime()).isEqualTo(at(1));
		JobState ended = new JobState(DELAY.text(), at(4), at(1), at(4).plusMillis(1), null, false);
		assertThat(rules.claim(new JobEntry(5, ended, at(6)), "me", 8, null)).isNull();
		assertThat(rules.claim(new JobEntry(5, ended, at(7)), "me", 8, null).run().fireTime())
			.isEqualTo(at(6).plusMillis(1));
	}

	/**
	 * What is known, and who looks.
	 */
	private record Case(JobRules rules, JobEntry entry) {

		JobState state() {
			return this.entry.state();
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
