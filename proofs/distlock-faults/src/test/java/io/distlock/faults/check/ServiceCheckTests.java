// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceCheckTests {

	private final ServiceCheck check = new ServiceCheck();

	@Test
	void nodeWhoseAttemptsAllFailAfterTheFaultBreaksIt() {
		Story story = failed(failed(new Story().fault("silent", "", 0, 100), 1, 110), 2, 120);
		assertThat(this.check.check(story.history())).singleElement().asString().contains("'n1' has no service");
	}

	@Test
	void failuresDuringTheFaultKeepIt() {
		Story story = failed(failed(new Story().fault("silent", "", 0, 100), 1, 10), 2, 20);
		assertThat(this.check.check(story.history())).isEmpty();
	}

	@Test
	void attemptThatWaitedInItsNodeDoesNotHideIt() {
		Story story = failed(failed(new Story().fault("silent", "", 0, 100), 1, 110), 2, 120);
		story.acquire("n1", 3, 130).ended(EventType.BUSY, "n1", 3, 140);
		assertThat(this.check.check(story.history())).singleElement().asString().contains("'n1' has no service");
	}

	@Test
	void grantKeepsIt() {
		Story story = failed(failed(new Story().fault("silent", "", 0, 100), 1, 110), 2, 120);
		story.grant("n1", 3, 1, 130, 140);
		assertThat(this.check.check(story.history())).isEmpty();
	}

	private static Story failed(Story story, long op, long at) {
		return story.acquire("n1", op, at)
			.event("n1", at + 5, Events.failed("k", op, new IllegalStateException("broken")));
	}

}
