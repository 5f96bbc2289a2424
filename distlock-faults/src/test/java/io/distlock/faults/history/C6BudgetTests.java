package io.distlock.faults.history;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Wait time 50 ms, allowance 20 ms.
 */
class C6BudgetTests {

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

}
