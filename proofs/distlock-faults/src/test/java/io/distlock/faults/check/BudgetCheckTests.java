// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
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
