// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.EventType;
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
