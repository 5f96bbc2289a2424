// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutcomeCheckTests {

	@Test
	void attemptWithoutAnEndBreaksIt() {
		assertThat(new Story().acquire("n1", 1, 0).broken()).containsExactly("C5");
	}

	@Test
	void attemptOfAKilledProcessNeedsNoEnd() {
		assertThat(new Story().acquire("n1", 1, 0).fault(Detail.KILL, "n1", 5, 6).broken()).isEmpty();
	}

	@Test
	void attemptAfterTheProcessCameBackNeedsAnEnd() {
		assertThat(new Story().fault(Detail.KILL, "n1", 5, 6).acquire("n1", 1, 7).broken()).containsExactly("C5");
	}

	@Test
	void deathOfAnotherProcessExcusesNothing() {
		assertThat(new Story().acquire("n1", 1, 0).fault(Detail.KILL, "n2", 5, 6).broken()).containsExactly("C5");
	}

}
