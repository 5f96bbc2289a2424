// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EarlyLossCheckTests {

	@Test
	void lossAfterTheLeaseKeepsIt() {
		assertThat(broken(held().step(EventType.LOST, "n1", 1, 7, 1002))).isFalse();
	}

	@Test
	void releaseThatFindsTheLockHeldKeepsIt() {
		assertThat(broken(held().released("n1", 1, 7, 10, 11, true))).isFalse();
	}

	@Test
	void lossWithinTheLeaseBreaksIt() {
		assertThat(broken(held().step(EventType.LOST, "n1", 1, 7, 900))).isTrue();
	}

	@Test
	void releaseThatFindsNothingWithinTheLeaseBreaksIt() {
		assertThat(broken(held().released("n1", 1, 7, 10, 11, false))).isTrue();
	}

	@Test
	void releaseThatHearsOfTheLossAfterTheLeaseKeepsIt() {
		assertThat(broken(held().released("n1", 1, 7, 10, 1002, false))).isFalse();
	}

	@Test
	void lossAfterARenewalThatTheHolderTrustedBreaksIt() {
		assertThat(broken(renewed().step(EventType.LOST, "n1", 1, 7, 1499))).isTrue();
		assertThat(broken(renewed().released("n1", 1, 7, 1400, 1499, false))).isTrue();
	}

	@Test
	void lossWhenTheRenewedLeaseIsOverKeepsIt() {
		assertThat(broken(renewed().step(EventType.LOST, "n1", 1, 7, 1501))).isFalse();
	}

	@Test
	void nodeThatWasKilledKeepsIt() {
		assertThat(broken(held().step(EventType.LOST, "n1", 1, 7, 900).fault(Detail.KILL, "n1", 901, 902))).isFalse();
	}

	private static Story held() {
		return new Story().grant("n1", 1, 7, 0, 1).step(EventType.TRUSTED, "n1", 1, 7, 2);
	}

	private static Story renewed() {
		return held().event("n1", 500,
				Events.holder(EventType.TRUSTED, "k", 1, 7).with(Detail.REMAINING_NANOS, 1_000_000_000L));
	}

	private static boolean broken(Story story) {
		return !new EarlyLossCheck().check(story.history()).isEmpty();
	}

}
