// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.Instant;

import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.JobStep.TryLock;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.rules.TriggerRules;
import io.distlock.internal.scheduling.run.RunState.Due;
import io.distlock.internal.scheduling.run.RunState.End;
import io.distlock.internal.scheduling.run.RunState.Unrecorded;
import io.distlock.internal.scheduling.run.RunState.Unstarted;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link RunState}.
 */
class RunStateTests {

	private static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");

	private static final TryLock STEP = new TryLock(true, null, null);

	private static final JobRun RUN = run(1);

	private static final End END = end(run(2));

	@Test
	void stepIsDueUntilItIsTakenOrAPollFindsAnotherOne() {
		RunState due = RunState.IDLE.found(STEP);
		assertThat(due).isEqualTo(new Due(STEP));
		assertThat(due.found(null)).isEqualTo(RunState.IDLE);
	}

	@Test
	void claimIsUnstartedUntilItsRunStarts() {
		RunState claiming = RunState.IDLE.claiming(RUN);
		assertThat(claiming).isEqualTo(new Unstarted(RUN, null));
		assertThat(claiming.started()).isEqualTo(RunState.IDLE);
	}

	@Test
	void claimWithoutARunReplacesAnUnstartedOne() {
		assertThat(RunState.IDLE.claiming(RUN).claiming(null)).isEqualTo(RunState.IDLE);
	}

	@Test
	void unstartedClaimSurvivesPolls() {
		RunState found = RunState.IDLE.claiming(RUN).found(STEP);
		assertThat(found).isEqualTo(new Unstarted(RUN, STEP));
		assertThat(found.found(null)).isEqualTo(new Unstarted(RUN, null));
		assertThat(found.started()).isEqualTo(new Due(STEP));
	}

	@Test
	void unrecordedEndSurvivesPollsAndClaims() {
		RunState ended = RunState.IDLE.ended(END);
		assertThat(ended.found(STEP)).isEqualTo(ended);
		assertThat(ended.claiming(RUN)).isEqualTo(new Unrecorded(END, RUN));
		assertThat(ended.claiming(RUN).started()).isEqualTo(ended);
	}

	@Test
	void unstartedClaimSurvivesAnEndOfAnotherRun() {
		RunState ended = RunState.IDLE.claiming(RUN).ended(END);
		assertThat(ended.unstarted()).isEqualTo(RUN);
		assertThat(ended.recorded(END)).isEqualTo(new Unstarted(RUN, null));
	}

	@Test
	void recordedEndLeavesALaterOneUnrecorded() {
		RunState later = RunState.IDLE.ended(END).ended(end(RUN));
		assertThat(later.recorded(END)).isSameAs(later);
	}

	@Test
	void onlyAnUnrecordedEndIsRecorded() {
		assertThat(RunState.IDLE.found(STEP).recorded(END)).isEqualTo(new Due(STEP));
	}

	private static JobRun run(int attempt) {
		return new JobRun(SIX, attempt, "node", attempt, SIX, null, Outcome.RUNNING, null);
	}

	private static End end(JobRun run) {
		TriggerRules triggers = new TriggerRules(new RateFireTimes(Duration.ofMinutes(1), Duration.ZERO, null), 0, SIX,
				Duration.ofMinutes(5), Duration.ofDays(1));
		RetryRules retries = new RetryRules(1, Duration.ZERO, 1, Duration.ZERO);
		return new End(run, Outcome.SUCCEEDED, null, 0, new JobRules(triggers, retries, Duration.ofMinutes(1)));
	}

}
