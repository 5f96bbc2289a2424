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

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lease 100 ms, polls 100 ms and a second: 1,200 ms after the fault.
 */
class RecoveryCheckTests {

	@Test
	void grantInTimeKeepsIt() {
		Story story = new Story().fault("cut", "", 0, 100).hold("n1", 1, 7, 1_200, 1_250);
		assertThat(busy(story, 1_200, 1_250).broken()).isEmpty();
	}

	@Test
	void waitersWithoutAGrantBreakIt() {
		Story story = busy(new Story().fault("cut", "", 0, 100), 300, 350);
		assertThat(new RecoveryCheck(Rules.LEASE, Rules.LEASE, Duration.ZERO).check(story.history())).singleElement()
			.asString()
			.contains("'k' was not granted until 1200 ms after the fault");
	}

	@Test
	void waiterThatWaitsAllTheTimeBreaksIt() {
		Story story = new Story().fault("cut", "", 0, 100).grant("n1", 1, 7, 150, 1_400);
		assertThat(new RecoveryCheck(Rules.LEASE, Rules.LEASE, Duration.ZERO).check(story.history())).hasSize(1);
	}

	@Test
	void keyThatNobodyAsksForKeepsIt() {
		assertThat(busy(new Story().fault("cut", "", 0, 100), 120, 170).broken()).isEmpty();
	}

	@Test
	void holderThatIsWellKeepsIt() {
		Story story = new Story().fault("cut", "", 50, 100).hold("n1", 1, 7, 0, 2_000);
		assertThat(busy(story, 300, 350).broken()).isEmpty();
	}

	private static Story busy(Story story, long from, long to) {
		return story.acquire("n9", to, from).ended(EventType.BUSY, "n9", to, to);
	}

}
