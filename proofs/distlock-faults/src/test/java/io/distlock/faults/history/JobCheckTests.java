/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.faults.history;

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
		assertThat(
				new Story().job(EventType.CLAIM, "n1", SIX, 5, 10).job(EventType.RUN_START, "n1", SIX, 5, 11).broken())
			.isEmpty();
	}

	@Test
	void twoClaimsOfOneFireTimeBreakIt() {
		Story story = new Story().job(EventType.CLAIM, "n1", SIX, 5, 10).job(EventType.CLAIM, "n2", SIX, 6, 20);
		assertThat(story.broken()).containsExactly("C9");
		assertThat(new JobCheck(2).check(story.history())).isEmpty();
	}

	@Test
	void twoRunsOfOneFireTimeBreakIt() {
		Story story = run(new Story(), "n1", SIX, 5, 10).job(EventType.RUN_START, "n2", SIX, 5, 20);
		assertThat(story.broken()).containsExactly("C9");
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

	private static Story run(Story story, String node, String fireTime, long token, long at) {
		return story.job(EventType.CLAIM, node, fireTime, token, at)
			.job(EventType.RUN_START, node, fireTime, token, at + 1)
			.job(EventType.RUN_END, node, fireTime, token, at + 2);
	}

}
