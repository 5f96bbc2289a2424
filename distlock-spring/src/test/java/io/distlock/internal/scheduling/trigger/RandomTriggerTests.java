// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Random;

import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.RegisteredTrigger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * A trigger that is in the store, changed at random, and the same in each run unless
 * {@code distlock.test.seed} is set, is none or fires at some time.
 */
class RandomTriggerTests {

	private static final Instant NOW = Instant.parse("2026-03-01T06:00:00Z");

	private static final String CHARACTERS = "0123456789-+*/,#LW?PTSHMDZ:. @\n\u0661\u0000";

	private final Random random = new Random(Long.getLong("distlock.test.seed", 1));

	@ParameterizedTest
	@ValueSource(strings = { "cron 0 0 6 * * * Europe/Berlin", "cron */5 * * 29 2 MON#5 UTC",
			"cron 0 0 0 L-3 * * America/New_York", "rate PT10S +PT0S @2026-02-01T06:00:00Z", "delay PT1M +PT5S",
			"none" })
	void changedTriggerIsNoneOrFires(String text) {
		for (int i = 0; i < 500; i++) {
			String changed = changed(text);
			JobTrigger trigger = JobTriggers.parse(RegisteredTrigger.of(changed, 0, Instant.EPOCH, Instant.EPOCH));
			if (trigger == null) {
				continue;
			}
			JobTrigger again = JobTriggers.parse(RegisteredTrigger.of(trigger.text(), 0, Instant.EPOCH, Instant.EPOCH));
			assertThat(again).as(changed).isEqualTo(trigger);
			Throwable thrown = catchThrowable(() -> {
				trigger.next(JobState.unknown(), NOW);
				trigger.due(JobState.unknown(), NOW.minusSeconds(100), NOW);
				trigger.between(NOW.minusSeconds(100), NOW);
			});
			assertThat(thrown == null || thrown instanceof DateTimeException || thrown instanceof ArithmeticException)
				.as("%s: %s", changed, thrown)
				.isTrue();
		}
	}

	private String changed(String text) {
		StringBuilder changed = new StringBuilder(text);
		for (int i = this.random.nextInt(3); i >= 0; i--) {
			int at = this.random.nextInt(changed.length());
			char character = CHARACTERS.charAt(this.random.nextInt(CHARACTERS.length()));
			switch (this.random.nextInt(4)) {
				case 0 -> changed.insert(at, character);
				case 1 -> changed.setCharAt(at, character);
				case 2 -> changed.insert(at, "9999999999999999");
				default -> changed.setLength(Math.max(1, at));
			}
		}
		return changed.toString();
	}

}
