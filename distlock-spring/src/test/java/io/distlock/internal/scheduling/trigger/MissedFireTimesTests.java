// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

import io.distlock.internal.scheduling.trigger.JobTrigger.Stretch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JobTrigger#between}.
 */
class MissedFireTimesTests {

	private static final Instant START = Instant.parse("2026-11-29T00:00:00Z");

	private static final JobTrigger RATE = new RateFireTimes(Duration.ofSeconds(10), Duration.ZERO, START);

	static List<JobTrigger> everyTenSeconds() {
		return List.of(RATE, new CronFireTimes(CronExpression.parse("*/10 * * * * *"), ZoneOffset.UTC));
	}

	private static Instant at(long seconds) {
		return START.plusSeconds(seconds);
	}

	@ParameterizedTest
	@MethodSource("everyTenSeconds")
	void startIsExclusiveAndEndIsInclusive(JobTrigger trigger) {
		assertThat(trigger.between(at(10), at(40))).isEqualTo(new Stretch(at(20), at(40), 3));
		assertThat(trigger.between(at(9), at(39))).isEqualTo(new Stretch(at(10), at(30), 3));
		assertThat(trigger.between(at(10), at(20))).isEqualTo(new Stretch(at(20), at(20), 1));
	}

	@ParameterizedTest
	@MethodSource("everyTenSeconds")
	void periodWithoutFireTimeHasNoStretch(JobTrigger trigger) {
		assertThat(trigger.between(at(10), at(19))).isNull();
		assertThat(trigger.between(at(20), at(20))).isNull();
	}

	@ParameterizedTest
	@MethodSource("everyTenSeconds")
	void countIsBoundedButLastFireTimeIsExact(JobTrigger trigger) {
		assertThat(trigger.between(at(0), at(100_000))).isEqualTo(new Stretch(at(10), at(100_000), 10_000));
		assertThat(trigger.between(at(0), at(100_010))).isEqualTo(new Stretch(at(10), at(100_010), 10_000));
	}

	@Test
	void rateFiresFirstAfterItsInitialDelay() {
		JobTrigger delayed = new RateFireTimes(Duration.ofSeconds(10), Duration.ofSeconds(25), START);
		assertThat(delayed.between(at(0), at(24))).isNull();
		assertThat(delayed.between(at(0), at(45))).isEqualTo(new Stretch(at(25), at(45), 3));
	}

	@Test
	void rateFiresNeverBeforeItsRegistration() {
		assertThat(new RateFireTimes(Duration.ofSeconds(10), Duration.ZERO, null).between(at(0), at(45))).isNull();
	}

}
