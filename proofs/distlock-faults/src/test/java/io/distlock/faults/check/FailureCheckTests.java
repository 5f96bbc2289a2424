// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FailureCheckTests {

	@Test
	void busyLockKeepsIt() {
		Story story = new Story().acquire("n1", 1, 0).ended(EventType.BUSY, "n1", 1, 50);
		assertThat(new FailureCheck().check(story.history())).isEmpty();
	}

	@Test
	void errorBreaksIt() {
		Story story = new Story().acquire("n1", 1, 0)
			.event("n1", 50, Events.failed("k", 1, new IllegalStateException("broken")));
		assertThat(new FailureCheck().check(story.history())).hasSize(1);
	}

}
