// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeakCheckTests {

	@Test
	void nothingLeftKeepsIt() {
		assertThat(new Story().event("parent", 0, Events.leak("keys of Redis", 0)).broken()).isEmpty();
	}

	@Test
	void somethingLeftBreaksIt() {
		Story story = new Story().event("parent", 0, Events.leak("keys of Redis", 3));
		assertThat(story.broken()).containsExactly("C7");
		assertThat(Rules.judge(story.history()).toString()).contains("3 keys of Redis left");
	}

}
