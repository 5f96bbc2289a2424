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

class FalseBusyCheckTests {

	@Test
	void waitingInVainForAHolderKeepsIt() {
		assertThat(busy(new Story().hold("n1", 1, 7, 0, 100), 20, 70).broken()).isEmpty();
	}

	@Test
	void waitingInVainForNobodyBreaksIt() {
		assertThat(busy(new Story().hold("n1", 1, 7, 0, 100), 110, 160).broken()).containsExactly("C4");
	}

	@Test
	void attemptThatFailedMayHoldForALease() {
		Story story = new Story().acquire("n1", 1, 0).ended(EventType.FAILED, "n1", 1, 10);
		assertThat(busy(story, 60, 110).broken()).isEmpty();
		assertThat(busy(story, 115, 160).broken()).containsExactly("C4");
	}

	@Test
	void whoIsBusyTooHoldsNothing() {
		Story story = new Story().acquire("n1", 1, 0).ended(EventType.BUSY, "n1", 1, 50);
		assertThat(busy(story, 10, 60).broken()).containsExactly("C4");
	}

	@Test
	void waitingDuringAFaultIsNotJudged() {
		assertThat(busy(new Story().fault("cut", "", 0, 30), 100, 150).broken()).isEmpty();
	}

	private static Story busy(Story story, long from, long to) {
		return story.acquire("n9", to, from).ended(EventType.BUSY, "n9", to, to);
	}

}
