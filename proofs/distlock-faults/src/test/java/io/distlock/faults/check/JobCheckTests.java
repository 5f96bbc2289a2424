// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.Map;

import io.distlock.faults.history.EventType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobCheckTests {

	private static final String SIX = "2026-03-01T06:00:00Z";

	private static final String SEVEN = "2026-03-01T07:00:00.500Z";

	@Test
	void oneRunOfEachFireTimeKeepsIt() {
		assertThat(run(run(new Story(), "n1", SIX, 5, 10), "n2", SEVEN, 6, 20).broken()).isEmpty();
	}

	@Test
	void runThatDidNotEndKeepsIt() {
		assertThat(new Story().job(EventType.RUN_START, "n1", SIX, 5, 11).broken()).isEmpty();
	}

	@Test
	void twoRunsOfOneFireTimeBreakItUnlessItMayBeRepeated() {
		Story story = run(run(new Story(), "n1", SIX, 5, 10), "n2", SIX, 6, 20);
		assertThat(story.broken()).containsExactly("C9");
		assertThat(new JobCheck(Map.of("mail", 2)).check(story.history())).isEmpty();
		assertThat(new JobCheck(Map.of("other", 2)).check(story.history())).hasSize(1);
		Story third = run(story, "n1", SIX, 7, 30);
		assertThat(new JobCheck(Map.of("mail", 2)).check(third.history())).hasSize(1);
	}

	@Test
	void twoRunsUnderOneTokenBreakIt() {
		Story story = run(run(new Story(), "n1", SIX, 5, 10), "n2", SIX, 5, 20);
		assertThat(new JobCheck(Map.of("mail", 2)).check(story.history())).hasSize(1);
	}

	@Test
	void endWithoutAStartBreaksIt() {
		assertThat(new Story().job(EventType.RUN_END, "n1", SIX, 5, 10).broken()).containsExactly("C9");
	}

	@Test
	void tokensThatDoNotRiseBreakIt() {
		assertThat(run(run(new Story(), "n1", SIX, 5, 10), "n2", SEVEN, 5, 20).broken()).containsExactly("C9");
		assertThat(run(run(new Story(), "n1", SEVEN, 5, 10), "n2", SIX, 6, 20).broken()).containsExactly("C9");
	}

	@Test
	void fireTimesThatAreForgottenMayRunAgainOnce() {
		Story again = run(run(run(new Story(), "n1", SIX, 5, 10), "n1", SEVEN, 6, 20), "n2", SIX, 7, 30);
		JobCheck check = JobCheck.ofForgottenRuns(Map.of());
		assertThat(check.check(again.history())).isEmpty();
		assertThat(check.check(run(again, "n1", SIX, 8, 40).history())).hasSize(1);
	}

	private static Story run(Story story, String node, String fireTime, long token, long at) {
		return story.job(EventType.RUN_START, node, fireTime, token, at + 1)
			.job(EventType.RUN_END, node, fireTime, token, at + 2);
	}

}
