// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests of {@link JobState}.
 */
class JobStateTests {

	private static final Instant SIX = Instant.parse("2026-03-01T06:00:00Z");

	@Test
	void whatThisProcessHasWrittenIsNotDecoded() {
		JobState state = JobState.unknown().withSince(SIX);
		assertThat(JobText.state(JobText.of(state))).isSameAs(state);
	}

	@Test
	void textIsDecodedOnce() {
		String written = JobText.of(JobState.unknown().withSince(SIX.plusSeconds(1)));
		String later = written.replace("06:00:01", "06:00:02");
		assertThat(JobText.state(later)).isSameAs(JobText.state(later))
			.isEqualTo(JobState.unknown().withSince(SIX.plusSeconds(2)));
	}

	@Test
	void stateThatWasWrittenWithoutItsLastRunIsRead() {
		JobState state = JobState.unknown().withSince(SIX).withLastRun(run("node-1", "two\nlines"));
		String written = JobText.of(state);
		String before = written.substring(0, written.indexOf("\nlastRun="));
		assertThat(JobText.state(written)).isEqualTo(state);
		assertThat(JobText.state(before)).isEqualTo(state.withLastRun(null));
	}

	@Test
	void beginningOfTheErrorOfTheLastRunIsKept() {
		JobRun run = run("node-1", "x" + "\uD83D\uDE00".repeat(300));
		JobRun kept = JobState.unknown().withLastRun(run).lastRun();
		assertThat(kept).isEqualTo(run("node-1", "x" + "\uD83D\uDE00".repeat(99)));
	}

	@Test
	void stateIsWrittenWithoutItsLastRunIfItWereTooLongForADatabase() {
		JobState longest = JobState.unknown()
			.withTrigger(trigger("x".repeat(500)), trigger("y".repeat(500)))
			.withRunning(new JobRun(SIX, Integer.MAX_VALUE, "\u65E5".repeat(100), Long.MAX_VALUE, SIX, null,
					JobRun.Outcome.RUNNING, null));
		String written = JobText.of(longest.withLastRun(run("\u65E5".repeat(100), "\u65E5".repeat(200))));
		assertThat(written.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(3000);
		assertThat(JobText.state(written)).isEqualTo(longest);
		JobState shorter = longest.withTrigger(trigger("x"), null).withLastRun(run("node-1", "\u65E5".repeat(200)));
		assertThat(JobText.state(JobText.of(shorter))).isEqualTo(shorter);
	}

	@Test
	void pauseThatWasWrittenWithoutItsReasonIsRead() {
		JobState state = JobState.unknown().withPause(SIX, "alice", "two\nlines");
		String written = JobText.of(state);
		String before = written.substring(0, written.indexOf("\npausedBy="));
		assertThat(JobText.state(written)).isEqualTo(state);
		assertThat(JobText.state(before)).isEqualTo(state.withPause(SIX, null, null));
		assertThat(state.withPausedSince(SIX.plusSeconds(1)))
			.isEqualTo(state.withPause(SIX.plusSeconds(1), "alice", "two\nlines"));
	}

	@Test
	void pauseIsWrittenWithoutItsReasonIfItWereTooLongForADatabase() {
		JobState longest = JobState.unknown().withTrigger(trigger("x".repeat(1000)), trigger("y".repeat(1000)));
		JobState paused = longest.withPause(SIX, "\u65E5".repeat(100), "\u65E5".repeat(200));
		assertThat(JobText.state(JobText.of(paused.withLastRun(run("node-1", "x")))))
			.isEqualTo(longest.withPausedSince(SIX));
	}

	@Test
	void attributesOfLaterVersionsAreKept() {
		JobState state = JobState.unknown().withSince(SIX).withPause(SIX, "alice", null);
		String later = JobText.of(state) + "\nbudget=7\nowner=team-a";
		JobState read = JobText.state(later);
		assertThat(JobText.of(read)).isEqualTo(later);
		assertThat(read.pausedBy()).isEqualTo("alice");
		assertThat(read).isNotEqualTo(state);
		assertThat(JobText.of(read.withPausedSince(null))).endsWith("\nbudget=7\nowner=team-a");
		assertThat(JobText.state(later)).isSameAs(read);
	}

	@Test
	void laterFormatIsRefused() {
		String written = JobText.of(JobState.unknown());
		assertThat(written).endsWith("\nformat=1");
		assertThat(JobText.state(written.replace("format=1", "format="))).isEqualTo(JobState.unknown());
		assertThatIllegalArgumentException().isThrownBy(() -> JobText.state(written.replace("format=1", "format=2")))
			.withMessage("Format 2 of the job state is unknown");
	}

	private static JobRun run(String node, String error) {
		return new JobRun(SIX, 1, node, 7, SIX, SIX.plusSeconds(1), JobRun.Outcome.FAILED, error);
	}

	private static RegisteredTrigger trigger(String text) {
		return RegisteredTrigger.of(text, Long.MAX_VALUE, SIX, SIX);
	}

}
