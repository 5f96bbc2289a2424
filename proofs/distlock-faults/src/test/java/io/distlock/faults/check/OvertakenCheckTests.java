// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;

import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Violation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OvertakenCheckTests {

	@Test
	void trustThatEndsWithinALeaseOfTheNextGrantKeepsIt() {
		assertThat(violations(new Story().hold("n1", 1, 7, 0, 150).hold("n2", 2, 8, 50, 60))).isEmpty();
	}

	@Test
	void trustThatEndsLaterBreaksIt() {
		assertThat(violations(new Story().hold("n1", 1, 7, 0, 152).hold("n2", 2, 8, 50, 60))).hasSize(1);
	}

	@Test
	void earliestOfThoseThatOvertookCounts() {
		Story story = new Story().hold("n1", 1, 7, 0, 152).hold("n2", 2, 8, 50, 60).hold("n3", 3, 9, 145, 150);
		assertThat(violations(story)).hasSize(1);
	}

	@Test
	void smallerTokenOvertakesNobody() {
		assertThat(violations(new Story().hold("n1", 1, 7, 0, 152).hold("n2", 2, 6, 50, 60))).isEmpty();
	}

	@Test
	void releaseThatFindsItHeldCountsAsTrust() {
		Story story = new Story().grant("n1", 1, 7, 0, 1).hold("n2", 2, 8, 50, 60).released("n1", 1, 7, 300, 301, true);
		assertThat(violations(story)).hasSize(1);
	}

	@Test
	void endOfTheFaultCountsWhereItIsLater() {
		Story story = new Story().fault("split", "", 40, 200).hold("n1", 1, 7, 0, 290).hold("n2", 2, 8, 50, 60);
		assertThat(violations(story)).isEmpty();
	}

	@Test
	void holderThatNoLongerTrustsItKeepsIt() {
		Story story = new Story().grant("n1", 1, 7, 0, 1)
			.step(EventType.TRUSTED, "n1", 1, 7, 40)
			.hold("n2", 2, 8, 50, 60)
			.released("n1", 1, 7, 300, 301, false);
		assertThat(violations(story)).isEmpty();
	}

	private static List<Violation> violations(Story story) {
		return new OvertakenCheck(Rules.LEASE).check(story.history());
	}

}
