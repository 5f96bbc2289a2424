// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Event;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OwnerCheckTests {

	@Test
	void enteringAgainWithTheSameTokenKeepsIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 40).event("n1", 10, again(7)).broken()).isEmpty();
	}

	@Test
	void enteringAgainWithAnotherTokenBreaksIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 40).event("n1", 10, again(8)).broken()).containsExactly("C4");
	}

	@Test
	void enteringAgainAfterLeavingBreaksIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 9).event("n1", 12, again(7)).broken()).containsExactly("C4");
	}

	@Test
	void enteringTheLockOfAnotherProcessBreaksIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 40).event("n2", 10, again(7)).broken()).containsExactly("C4");
	}

	private static Event again(long token) {
		return Events.granted("k", 2, token, 0, true);
	}

}
