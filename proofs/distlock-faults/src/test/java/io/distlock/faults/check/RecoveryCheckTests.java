// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;

import io.distlock.faults.history.EventType;
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
