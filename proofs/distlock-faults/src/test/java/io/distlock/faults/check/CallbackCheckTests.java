// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.EventType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CallbackCheckTests {

	@Test
	void callbackInTimeKeepsIt() {
		assertThat(broken(lost().step(EventType.TOLD, "n1", 1, 7, 900).hold("n1", 2, 8, 1900, 2000))).isFalse();
	}

	@Test
	void noCallbackBreaksIt() {
		assertThat(broken(lost().hold("n1", 2, 8, 1900, 2000))).isTrue();
	}

	@Test
	void callbackThatComesLateBreaksIt() {
		assertThat(broken(lost().step(EventType.TOLD, "n1", 1, 7, 1700).hold("n1", 2, 8, 1900, 2000))).isTrue();
	}

	@Test
	void nodeThatEndsItsRoundBeforeKeepsIt() {
		assertThat(broken(lost().hold("n2", 2, 8, 1900, 2000))).isFalse();
	}

	@Test
	void nodeThatStandsStillKeepsIt() {
		assertThat(broken(lost().fault(Detail.FREEZE, "n1", 600, 1800).hold("n1", 2, 8, 1900, 2000))).isFalse();
	}

	private static Story lost() {
		return new Story().grant("n1", 1, 7, 0, 1).step(EventType.LOST, "n1", 1, 7, 500);
	}

	private static boolean broken(Story story) {
		return !new CallbackCheck(Duration.ofMillis(100)).check(story.history()).isEmpty();
	}

}
