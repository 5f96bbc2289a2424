// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ExclusionCheckTests {

	@Test
	void oneHolderAfterTheOtherKeepsIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 10).hold("n2", 1, 8, 11, 30).broken()).isEmpty();
	}

	@Test
	void twoWhoTrustAtOneTimeBreakIt() {
		Story story = new Story().hold("n1", 1, 7, 0, 10).hold("n2", 1, 8, 8, 30);
		assertThat(story.broken()).containsExactly("C2", "C4", "C8");
	}

	@Test
	void longHoldIsComparedWithAllWithinIt() {
		Story story = new Story().hold("n1", 1, 7, 0, 100).hold("n2", 1, 8, 10, 20).hold("n3", 1, 9, 30, 40);
		assertThat(new ExclusionCheck().check(story.history())).hasSize(2);
	}

	@Test
	void grantThatAFrozenProcessNotedTooLateKeepsIt() {
		Story story = new Story().fault(Detail.FREEZE, "n1", 1, 200)
			.grant("n1", 1, 7, 0, 201)
			.step(EventType.LOST, "n1", 1, 7, 202)
			.hold("n2", 1, 8, 190, 220);
		assertThat(story.broken()).isEmpty();
	}

	@Test
	void holderThatStopsTrustingBeforeTheNextGrantKeepsIt() {
		Story story = new Story().fault(Detail.FREEZE, "n1", 6, 200)
			.grant("n1", 1, 7, 0, 1)
			.step(EventType.TRUSTED, "n1", 1, 7, 5)
			.step(EventType.LOST, "n1", 1, 7, 201)
			.hold("n2", 1, 8, 106, 220);
		assertThat(story.broken()).isEmpty();
	}

}
