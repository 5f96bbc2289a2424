// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LossCheckTests {

	@Test
	void holderThatHearsOfItKeepsIt() {
		assertThat(overtaken().step(EventType.LOST, "n1", 1, 7, 206).broken()).isEmpty();
	}

	@Test
	void releaseOfNothingKeepsIt() {
		assertThat(overtaken().released("n1", 1, 7, 210, 211, false).broken()).isEmpty();
	}

	@Test
	void holderThatHearsNothingBreaksIt() {
		assertThat(overtaken().broken()).containsExactly("C8");
	}

	@Test
	void killedHolderOwesNothing() {
		assertThat(overtaken().fault(Detail.KILL, "n1", 203, 204).broken()).isEmpty();
	}

	@Test
	void lossWithoutAFaultBreaksIt() {
		Story story = new Story().hold("n1", 1, 7, 0, 90).step(EventType.LOST, "n1", 1, 7, 50);
		assertThat(story.broken()).containsExactly("C8");
	}

	@Test
	void lossOfAHolderThatStoodStillByItselfKeepsIt() {
		Story story = new Story().grant("n1", 1, 7, 0, 1)
			.step(EventType.TRUSTED, "n1", 1, 7, 2)
			.step(EventType.LOST, "n1", 1, 7, 102);
		assertThat(story.broken()).isEmpty();
	}

	@Test
	void lossOfALeaseThatNobodyRenewsKeepsIt() {
		Event granted = Events.granted("k", 1, 7, 900_000_000, false).with(Detail.RENEWED, false);
		Story story = new Story().acquire("n1", 1, 0)
			.event("n1", 1, granted)
			.step(EventType.TRUSTED, "n1", 1, 7, 49)
			.step(EventType.LOST, "n1", 1, 7, 50);
		assertThat(story.broken()).isEmpty();
	}

	@Test
	void lossOfALeaseThatCameTooLateKeepsIt() {
		Story story = new Story().acquire("n1", 1, 0)
			.event("n1", 1, Events.granted("k", 1, 7, 10, false))
			.step(EventType.TRUSTED, "n1", 1, 7, 49)
			.step(EventType.LOST, "n1", 1, 7, 50);
		assertThat(story.broken()).isEmpty();
	}

	private static Story overtaken() {
		return new Story().fault(Detail.FREEZE, "n1", 6, 202)
			.grant("n1", 1, 7, 0, 1)
			.step(EventType.TRUSTED, "n1", 1, 7, 5)
			.hold("n2", 1, 8, 120, 200);
	}

}
