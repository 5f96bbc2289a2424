// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Instant;

import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class JobTriggersTests {

	@ParameterizedTest
	@ValueSource(strings = { "rate PT0S +PT0S @2026-03-01T06:00:00Z", "rate PT0.0001S +PT0S", "rate PT-1S +PT0S",
			"rate PT1S +PT-1S", "rate PT2562047788015215H +PT0S", "delay PT-1S +PT0S" })
	void intervalThatNoTriggerHasIsNotUnderstood(String text) {
		assertThat(JobTriggers.parse(trigger(text))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "rate PT0.001S +PT0S @2026-03-01T06:00:00Z", "rate PT10S +PT1S", "delay PT0S +PT0S" })
	void intervalIsReadAsItWasWritten(String text) {
		JobTrigger trigger = JobTriggers.parse(trigger(text));
		assertThat(trigger).isNotNull().extracting(JobTrigger::text).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "rate PT15M +PT0S @2026-03-01T06:00:00Z, every 15 min", "rate PT36H +PT0S, every 1 d 12 h",
			"delay PT7S +PT1S, 7 s after the end of each run",
			"delay PT1M0.25S +PT0S, 1 min 250 ms after the end of each run",
			"delay PT0S +PT0S, 0 s after the end of each run",
			"cron 0 0 6 * * * Europe/Berlin, 0 0 6 * * * in Europe/Berlin", "none, on demand only" })
	void triggerIsDescribedForPeople(String text, String description) {
		assertThat(JobTriggers.parse(trigger(text))).isNotNull()
			.extracting(JobTrigger::description)
			.isEqualTo(description);
	}

	private static RegisteredTrigger trigger(String text) {
		return RegisteredTrigger.of(text, 0, Instant.EPOCH, Instant.EPOCH);
	}

}
