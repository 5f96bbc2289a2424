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

/**
 * Wait time 50 ms, allowance 20 ms.
 */
class BudgetCheckTests {

	@Test
	void attemptThatEndsInTimeKeepsIt() {
		assertThat(new Story().acquire("n1", 1, 0).ended(EventType.FAILED, "n1", 1, 70).broken()).isEmpty();
	}

	@Test
	void attemptThatEndsTooLateBreaksIt() {
		assertThat(new Story().acquire("n1", 1, 0).ended(EventType.FAILED, "n1", 1, 71).broken()).containsExactly("C6");
	}

	@Test
	void timeInWhichTheProcessStoodStillDoesNotCount() {
		Story story = new Story().acquire("n1", 1, 0).ended(EventType.FAILED, "n1", 1, 200);
		assertThat(story.fault(Detail.FREEZE, "n2", 10, 190).broken()).containsExactly("C6");
		assertThat(story.fault(Detail.FREEZE, "n1", 20, 140).broken()).containsExactly("C6");
		assertThat(story.fault(Detail.FREEZE, "n1", 150, 180).broken()).isEmpty();
	}

	@Test
	void timeThatTheMachineHadForOthersDoesNotCount() {
		Story story = new Story().acquire("n1", 1, 100).ended(EventType.FAILED, "n1", 1, 200);
		assertThat(story.stall("n2", 150, 60).stall("n1", 99, 60).broken()).containsExactly("C6");
		assertThat(story.stall("n1", 140, 20).broken()).containsExactly("C6");
		assertThat(story.stall("n1", 190, 10).broken()).isEmpty();
	}

	@Test
	void timeInWhichTheProcessStoodStillCountsOnce() {
		Story story = new Story().acquire("n1", 1, 0).ended(EventType.FAILED, "n1", 1, 200);
		story.fault(Detail.FREEZE, "n1", 20, 120).stall("n1", 125, 100);
		assertThat(story.broken()).containsExactly("C6");
	}

}
