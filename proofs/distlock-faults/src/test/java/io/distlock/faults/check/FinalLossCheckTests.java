// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FinalLossCheckTests {

	@Test
	void releaseThatFindsALostLockGoneKeepsIt() {
		assertThat(lost().released("n1", 1, 7, 210, 211, false).broken()).isEmpty();
	}

	@Test
	void releaseThatFindsALostLockHeldBreaksIt() {
		assertThat(lost().released("n1", 1, 7, 210, 211, true).broken()).containsExactly("C8");
	}

	private static Story lost() {
		return new Story().fault(Detail.FREEZE, "n1", 6, 202)
			.grant("n1", 1, 7, 0, 1)
			.step(EventType.TRUSTED, "n1", 1, 7, 5)
			.step(EventType.LOST, "n1", 1, 7, 203);
	}

}
