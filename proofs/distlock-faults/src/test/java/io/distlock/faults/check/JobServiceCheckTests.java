// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JobServiceCheckTests {

	private final JobServiceCheck check = new JobServiceCheck();

	@Test
	void jobThatDoesNotRunAfterTheFaultBreaksIt() {
		Story story = run(run(new Story().fault("server-clock", "", 50, 100), "a", 20), "b", 60);
		assertThat(this.check.check(run(story, "a", 110).history())).singleElement()
			.asString()
			.contains("job 'b' did not run again");
	}

	@Test
	void jobsThatRunAgainKeepIt() {
		Story story = run(new Story().fault("server-clock", "", 50, 100), "a", 20);
		assertThat(this.check.check(run(story, "a", 100).history())).isEmpty();
	}

	@Test
	void nothingIsDemandedDuringTheFault() {
		assertThat(this.check.check(run(new Story(), "a", 20).history())).isEmpty();
	}

	private static Story run(Story story, String job, long at) {
		return story.event("n1", at, Events.job(EventType.RUN_START, job, "2026-01-01T00:00:00Z", at));
	}

}
