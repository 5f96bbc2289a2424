// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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
	void listOfACallerMayChange() {
		List<String> values = new ArrayList<>(JobState.unknown().withSince(SIX.plusSeconds(3)).values());
		values.set(2, "2026-03-01T06:00:04Z");
		JobState read = JobState.of(values);
		values.set(2, "2026-03-01T06:00:05Z");
		assertThat(JobState.of(values)).isNotEqualTo(read);
	}

}
