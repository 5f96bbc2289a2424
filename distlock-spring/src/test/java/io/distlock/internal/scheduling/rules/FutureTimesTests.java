// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRetry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStatistics;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FutureTimes}, with one wrong time each.
 */
class FutureTimesTests {

	private static final String CRON = "cron 0 0 6 * * * Z";

	private static final Instant NOW = Instant.parse("2026-05-01T00:00:00Z");

	private static final Instant LATEST = NOW.plus(FutureTimes.BOUND);

	private static final Instant AHEAD = LATEST.plusMillis(1);

	private static RegisteredTrigger trigger(String text, Instant startedAt, Instant confirmedAt) {
		return RegisteredTrigger.of(text, 0, startedAt, confirmedAt);
	}

	/**
	 * A state with the same value for each of its times.
	 */
	private static JobState state(Instant time) {
		return JobState.unknown()
			.withTrigger(trigger(CRON, time, time), trigger("none", time, time))
			.withFireTimes(time, time)
			.withLastEnd(time)
			.withPausedSince(time)
			.withStatistics(JobStatistics.of(time, 1, 2, 3, time));
	}

	static List<Correction> corrections() {
		JobState state = state(NOW);
		RegisteredTrigger trigger = state.trigger();
		RegisteredTrigger proposed = state.proposed();
		JobState rate = state.withTrigger(trigger("rate PT1H +PT1S @" + AHEAD, NOW, NOW), proposed);
		return List
			.of(new Correction(state.withTrigger(trigger(CRON, AHEAD, NOW), proposed),
					state.withTrigger(trigger(CRON, Instant.EPOCH, NOW), proposed)),
					new Correction(state.withTrigger(trigger(CRON, NOW, AHEAD), proposed), state),
					new Correction(state.withTrigger(trigger, trigger("none", AHEAD, NOW)),
							state.withTrigger(trigger, trigger("none", Instant.EPOCH, NOW))),
					new Correction(state.withTrigger(trigger, trigger("none", NOW, AHEAD)), state),
					new Correction(state.withFireTimes(AHEAD, NOW), state),
					new Correction(state.withLastEnd(AHEAD), state),
					new Correction(state.withPausedSince(AHEAD), state),
					new Correction(state.withStatistics(
							JobStatistics.of(AHEAD, 1, 2, 3, NOW)), state),
					new Correction(
							state.withStatistics(JobStatistics.of(NOW, 1, 2, 3,
									AHEAD)),
							state.withStatistics(JobStatistics.of(NOW, 1, 2, 3, null))),
					new Correction(rate,
							state.withTrigger(trigger("rate PT1H +PT1S @" + NOW.minusSeconds(1), NOW, NOW), proposed)),
					new Correction(
							state.withTrigger(trigger("rate PT1H +PT1S @" + NOW, NOW, NOW), proposed)
								.withFireTimes(NOW, AHEAD),
							state.withTrigger(trigger("rate PT1H +PT1S @" + NOW.minusSeconds(1), NOW, NOW), proposed)
								.withFireTimes(NOW, null)));
	}

	@ParameterizedTest
	@MethodSource("corrections")
	void timeThatIsTooFarAheadIsCorrected(Correction correction) {
		assertThat(FutureTimes.corrected(correction.before(), NOW)).isEqualTo(correction.after());
		assertThat(FutureTimes.reset(correction.before(), NOW)).isEqualTo(correction.after());
	}

	@Test
	void timesUpToTheBoundAreKept() {
		assertThat(FutureTimes.corrected(state(LATEST), NOW)).isEqualTo(state(LATEST));
		assertThat(FutureTimes.reset(state(LATEST), NOW)).isEqualTo(state(LATEST));
	}

	@Test
	void fireTimeOfACronExpressionIsKeptUntilAReset() {
		JobState ran = state(NOW).withFireTimes(NOW.minusSeconds(1), AHEAD);
		assertThat(FutureTimes.corrected(ran, NOW)).isEqualTo(ran);
		assertThat(FutureTimes.reset(ran, NOW)).isEqualTo(ran.withFireTimes(NOW, null));
	}

	@Test
	void timesOfAnActiveRunAreKeptUntilItsEnd() {
		JobRun run = new JobRun(AHEAD, 1, "node", 7, AHEAD, null, Outcome.RUNNING, null);
		JobState running = state(AHEAD).withTrigger(trigger(CRON, NOW, AHEAD), null).withRunning(run);
		JobState corrected = running.withTrigger(trigger(CRON, NOW, NOW), null);
		assertThat(FutureTimes.corrected(running, NOW)).isEqualTo(corrected);
		assertThat(FutureTimes.reset(running, NOW)).isEqualTo(corrected);
	}

	@Test
	void retryKeepsItsDelayAfterTheEndOfTheRun() {
		assertThat(corrected(AHEAD, AHEAD.plusSeconds(10))).isEqualTo(NOW.plusSeconds(10));
		assertThat(corrected(AHEAD.plusSeconds(10), AHEAD)).isEqualTo(NOW);
	}

	@Test
	void retryIsKeptIfTheRunEndedByTheCorrectClock() {
		assertThat(corrected(NOW, NOW.plus(Duration.ofHours(1)))).isEqualTo(NOW.plus(Duration.ofHours(1)));
		assertThat(corrected(AHEAD, LATEST)).isEqualTo(LATEST);
	}

	private static Instant corrected(Instant lastEnd, Instant retryAt) {
		JobState before = state(NOW).withLastEnd(lastEnd)
			.withPausedSince(AHEAD)
			.withRetry(new JobRetry(NOW, 2, retryAt));
		JobRetry retry = FutureTimes.corrected(before, NOW).retry();
		assertThat(retry).isNotNull().returns(NOW, JobRetry::fireTime).returns(2, JobRetry::attempt);
		return retry.at();
	}

	@Test
	void retryWithoutAnEndedRunIsKept() {
		JobState before = state(NOW).withLastEnd(null).withPausedSince(AHEAD).withRetry(new JobRetry(NOW, 2, AHEAD));
		assertThat(FutureTimes.corrected(before, NOW).retry()).isEqualTo(before.retry());
	}

	@Test
	void latestOfTheTimesAheadIsReported() {
		Instant latest = AHEAD.plusSeconds(1);
		JobState state = state(NOW).withTrigger(trigger(CRON, NOW, NOW), null);
		assertThat(DueTimes.ahead(new JobEntry(1, state(LATEST), NOW))).isNull();
		assertThat(List.of(state.withTrigger(trigger(CRON, latest, AHEAD), null),
				state.withTrigger(trigger(CRON, AHEAD, latest), null),
				state.withTrigger(state.trigger(), trigger("none", latest, AHEAD)),
				state.withTrigger(state.trigger(), trigger("none", AHEAD, latest)),
				state.withFireTimes(AHEAD, latest).withLastEnd(AHEAD), state.withFireTimes(latest, AHEAD),
				state.withFireTimes(AHEAD, NOW).withLastEnd(latest)))
			.allSatisfy((ahead) -> assertThat(DueTimes.ahead(new JobEntry(1, ahead, NOW))).isEqualTo(latest));
	}

	/**
	 * A state with a wrong time, and the corrected state.
	 */
	private record Correction(JobState before, JobState after) {

	}

}
