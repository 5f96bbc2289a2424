// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NeglectCheckTests {

	/**
	 * Longest pause of 500 ms, a second, and an allowance of 100 ms.
	 */
	private static final NeglectCheck CHECK = new NeglectCheck(Duration.ofMillis(200), Duration.ofMillis(500),
			Duration.ofMillis(100));

	@Test
	void oneWhoGetsALockThatWasHeldAllTheTimeKeepsIt() {
		assertThat(broken(new Story().hold("n1", 1, 7, 0, 3000).hold("n2", 2, 8, 5, 3100))).isFalse();
	}

	@Test
	void oneWhoWaitsForAFreeLockBreaksIt() {
		Story story = new Story().hold("n1", 1, 7, 0, 100).acquire("n2", 2, 50).ended(EventType.BUSY, "n2", 2, 1800);
		assertThat(broken(story)).isTrue();
	}

	@Test
	void oneWhoGetsAFreeLockLateBreaksIt() {
		assertThat(broken(new Story().hold("n1", 1, 7, 0, 100).grant("n2", 2, 8, 50, 1800))).isTrue();
	}

	@Test
	void oneWhoHadEnteredTheLockAgainDoesNotKeepIt() {
		Story story = new Story().acquire("n1", 3, 50)
			.event("n1", 51, Events.granted("k", 3, 7, 1, true))
			.hold("n1", 1, 7, 0, 100)
			.acquire("n2", 2, 50)
			.ended(EventType.BUSY, "n2", 2, 1800);
		assertThat(broken(story)).isTrue();
	}

	@Test
	void whatTheMachineHadNoTimeForDoesNotCount() {
		Story story = new Story().hold("n1", 1, 7, 0, 100)
			.acquire("n2", 2, 50)
			.ended(EventType.BUSY, "n2", 2, 1800)
			.stall("n3", 1000, 200);
		assertThat(broken(story)).isFalse();
	}

	@Test
	void timeIsCountedAfterTheFaultAndWhatItLeavesBehind() {
		Story story = new Story().fault("cut", null, 50, 100).acquire("n2", 2, 60).ended(EventType.BUSY, "n2", 2, 1800);
		assertThat(broken(story)).isFalse();
		Story longer = new Story().fault("cut", null, 50, 100)
			.acquire("n2", 2, 60)
			.ended(EventType.BUSY, "n2", 2, 1950);
		assertThat(broken(longer)).isTrue();
	}

	@Test
	void lockOfADeadHolderIsTakenUntilItsLeaseEnds() {
		Story story = new Story().grant("n1", 1, 7, 0, 1)
			.fault(Detail.KILL, "n1", 1000, 1001)
			.acquire("n2", 2, 10)
			.ended(EventType.BUSY, "n2", 2, 2700);
		assertThat(broken(story)).isFalse();
	}

	private static boolean broken(Story story) {
		return !CHECK.check(story.history()).isEmpty();
	}

}
