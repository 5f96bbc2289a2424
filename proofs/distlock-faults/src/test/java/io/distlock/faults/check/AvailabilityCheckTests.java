// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AvailabilityCheckTests {

	private static final AvailabilityCheck CHECK = new AvailabilityCheck(Duration.ofMillis(10), Duration.ofMillis(100),
			Duration.ofMillis(300));

	@Test
	void lossOfASparedKeyBreaksIt() {
		assertThat(broken(shard("k").grant("n1", 1, 7, 0, 1).step(EventType.LOST, "n1", 1, 7, 150))).isTrue();
	}

	@Test
	void lossSoonAfterTheFaultBreaksIt() {
		assertThat(broken(shard("k").grant("n1", 1, 7, 190, 191).step(EventType.LOST, "n1", 1, 7, 250))).isTrue();
	}

	@Test
	void lossOfAKeyThatIsNotSparedKeepsIt() {
		assertThat(broken(shard("other").grant("n1", 1, 7, 0, 1).step(EventType.LOST, "n1", 1, 7, 150))).isFalse();
	}

	@Test
	void lossOfAHolderThatStoodStillKeepsIt() {
		assertThat(broken(shard("k").grant("n1", 1, 7, 0, 1).step(EventType.LOST, "n1", 1, 7, 400))).isFalse();
	}

	@Test
	void lossLongBeforeKeepsIt() {
		assertThat(broken(shard("k").grant("n1", 1, 7, 0, 1).step(EventType.LOST, "n1", 1, 7, 50))).isFalse();
	}

	@Test
	void attemptThatFailsWithinTheFaultBreaksIt() {
		assertThat(broken(shard("k").acquire("n1", 1, 115).event("n1", 250, failed()))).isTrue();
	}

	@Test
	void attemptThatFailsBeforeAnyoneKnowsKeepsIt() {
		assertThat(broken(shard("k").acquire("n1", 1, 105).event("n1", 250, failed()))).isFalse();
	}

	private static Event failed() {
		return Events.failed("k", 1, new IllegalStateException("broken"));
	}

	private static Story shard(String spared) {
		return new Story()
			.event("parent", 100, Events.fault("freeze-shard", Detail.BEGIN, null, "").with(Detail.SPARED, spared))
			.event("parent", 200, Events.fault("freeze-shard", Detail.END, null, "").with(Detail.SPARED, spared));
	}

	private static boolean broken(Story story) {
		return !CHECK.check(story.history()).isEmpty();
	}

}
