// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;

import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RateFireTimes} and {@link DelayFireTimes}.
 */
class IntervalFireTimesTests {

	private static final Instant START = Instant.parse("2026-05-01T00:00:00Z");

	private static final JobState UNKNOWN = JobState.unknown();

	private static Instant at(int second) {
		return START.plusSeconds(second);
	}

	private static Duration seconds(int seconds) {
		return Duration.ofSeconds(seconds);
	}

	private static RateFireTimes rate(int period, int initialDelay) {
		return new RateFireTimes(seconds(period), seconds(initialDelay), START);
	}

	private static DelayFireTimes delay(int delay, int initialDelay) {
		return new DelayFireTimes(seconds(delay), seconds(initialDelay));
	}

	@Test
	void latestFireTimeOfARateIsDueOnce() {
		assertThat(rate(10, 3).due(UNKNOWN, at(0), at(2))).isNull();
		assertThat(rate(10, 3).due(UNKNOWN, at(0), at(3))).isEqualTo(at(3));
		assertThat(rate(10, 3).due(UNKNOWN, at(0), at(32))).isEqualTo(at(23));
		assertThat(rate(10, 3).due(UNKNOWN, at(22), at(32))).isEqualTo(at(23));
		assertThat(rate(10, 3).due(UNKNOWN, at(23), at(32))).isNull();
		assertThat(rate(10, 3).next(UNKNOWN, at(2))).isEqualTo(at(3));
		assertThat(rate(10, 3).next(UNKNOWN, at(3))).isEqualTo(at(13));
	}

	@Test
	void initialDelayDoesNotDistinguishTriggers() {
		assertThat(rate(10, 3).isSameAs(rate(10, 4))).isTrue();
		assertThat(rate(10, 3).isSameAs(rate(11, 3))).isFalse();
		assertThat(rate(10, 3).isSameAs(delay(10, 3))).isFalse();
		assertThat(delay(10, 3).isSameAs(delay(10, 4))).isTrue();
		assertThat(delay(10, 3).isSameAs(delay(11, 3))).isFalse();
		assertThat(delay(10, 3).isSameAs(rate(10, 3))).isFalse();
	}

	@Test
	void restartedRateFiresAtOnceAndAtTimesOfItsOwn() {
		assertThat(rate(10, 3).restartedAt(at(6))).isEqualTo(new RateFireTimes(seconds(10), seconds(3), at(3)));
		assertThat(rate(10, 3).restartedAt(at(13)))
			.isEqualTo(new RateFireTimes(seconds(10), seconds(3), at(10).minusMillis(1)));
		RateFireTimes unregistered = new RateFireTimes(seconds(10), seconds(3), null);
		assertThat(unregistered.restartedAt(at(13))).isEqualTo(new RateFireTimes(seconds(10), seconds(3), at(10)));
		assertThat(delay(10, 3).restartedAt(at(13))).isEqualTo(delay(10, 3));
	}

	@Test
	void firstRunOfADelayIsDueAfterItsInitialDelay() {
		JobState state = UNKNOWN.withSince(START);
		assertThat(delay(10, 3).due(state, at(0), at(2))).isNull();
		assertThat(delay(10, 3).due(state, at(0), at(3))).isEqualTo(at(3));
		assertThat(delay(10, 3).due(state, at(0), at(500))).isEqualTo(at(3));
		assertThat(delay(10, 3).next(state, at(0))).isEqualTo(at(3));
	}

	@Test
	void delayCountsFromTheEndOfARunOrItsLaterFireTime() {
		JobState state = UNKNOWN.withFireTimes(START, at(5)).withLastEnd(at(7));
		assertThat(delay(10, 3).next(state, at(0))).isEqualTo(at(17));
		assertThat(delay(10, 3).next(state.withLastEnd(at(4)), at(0))).isEqualTo(at(15));
		assertThat(delay(10, 3).next(state.withFireTimes(START, null), at(0))).isEqualTo(at(17));
		assertThat(delay(10, 3).next(state.withSince(at(20)), at(0))).isEqualTo(at(20));
	}

	@Test
	void nextFireTimeOfADelayIsUnknownDuringARun() {
		JobRun run = new JobRun(at(3), 1, "node", 7, at(3), null, Outcome.RUNNING, null);
		assertThat(delay(10, 3).next(UNKNOWN.withRunning(run), at(4))).isNull();
	}

}
