// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

import io.distlock.RandomText;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Jobs with any texts are read as they were written, and of what is no job the documented
 * exceptions say so.
 */
class RandomJobTextTests {

	private static final int CASES = 2000;

	private static final int LONGEST = 5000;

	private final RandomText texts = new RandomText();

	@Test
	void stateIsReadAsItWasWritten() {
		for (int i = 0; i < CASES; i++) {
			JobState state = state();
			assertThat(JobText.state(JobText.of(state))).isEqualTo(state);
		}
	}

	@Test
	void runsAreReadAsTheyWereWritten() {
		for (int i = 0; i < CASES; i++) {
			JobRun run = run();
			assertThat(JobRun.of(run.text())).isEqualTo(run);
			List<JobRun> runs = JobText.merged(List.of(run), List.of(run()), 5);
			assertThat(JobText.runs(JobText.merged(List.of(), runs, 5, LONGEST))).isEqualTo(runs);
		}
	}

	@Test
	void otherTextsAreRefused() {
		for (int i = 0; i < CASES; i++) {
			String state = this.texts.changed(JobText.of(state()));
			assertRefusedOrRead(() -> assertThat(JobText.of(JobText.state(state))).isNotEmpty());
			String runs = this.texts.changed(run().text() + "\n" + run().text());
			assertRefusedOrRead(() -> JobText.merged(List.of(), JobText.runs(runs), 5, LONGEST));
			String other = this.texts.next(8);
			assertRefusedOrRead(() -> JobText.state(other));
			assertRefusedOrRead(() -> JobText.runs(other));
		}
	}

	private static void assertRefusedOrRead(Runnable read) {
		Throwable thrown = catchThrowable(read::run);
		if (thrown != null) {
			assertThat(thrown).isInstanceOfAny(DateTimeException.class, IllegalArgumentException.class,
					IndexOutOfBoundsException.class);
		}
	}

	private JobState state() {
		JobState state = JobState.unknown()
			.withTrigger(trigger(), this.texts.happens() ? trigger() : null)
			.withLastEnd(timeOrNone());
		if (this.texts.happens()) {
			state = state.withRunning(running());
			state = this.texts.happens() ? state.withStopping() : state;
		}
		return state.withFireTimes(time(), timeOrNone())
			.withRetry(this.texts.happens() ? new JobRetry(time(), this.texts.below(9), time()) : null)
			.withPause(time(), textOrNone(), textOrNone())
			.withPausedSince(timeOrNone())
			.withLastRun(this.texts.happens() ? run() : null)
			.withStatistics(JobStatistics.of(timeOrNone(), this.texts.below(9), this.texts.below(9), Long.MAX_VALUE,
					timeOrNone()));
	}

	private RegisteredTrigger trigger() {
		return RegisteredTrigger.of(this.texts.next(4), this.texts.below(1000), time(), time());
	}

	private JobRun running() {
		return new JobRun(time(), this.texts.below(4), this.texts.next(4), this.texts.below(1000), time(), null,
				JobRun.Outcome.RUNNING, null, this.texts.happens());
	}

	private JobRun run() {
		JobRun.Outcome[] outcomes = JobRun.Outcome.values();
		return new JobRun(time(), this.texts.below(4), this.texts.next(4), Long.MAX_VALUE, time(), timeOrNone(),
				outcomes[this.texts.below(outcomes.length)], this.texts.happens() ? this.texts.next(6) : null,
				this.texts.happens());
	}

	private @Nullable String textOrNone() {
		return this.texts.happens() ? "x" + this.texts.next(4) : null;
	}

	private @Nullable Instant timeOrNone() {
		return this.texts.happens() ? time() : null;
	}

	private Instant time() {
		return switch (this.texts.below(9)) {
			case 0 -> Instant.EPOCH;
			case 1 -> Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000_000);
			default -> Instant.ofEpochSecond(1_700_000_000L + this.texts.below(100_000_000),
					this.texts.below(1_000_000) * 1000L);
		};
	}

}
