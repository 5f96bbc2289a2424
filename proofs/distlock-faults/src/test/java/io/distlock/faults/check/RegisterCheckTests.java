// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Detail;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RegisterCheckTests {

	@Test
	void writesThatAddOneWithTokensThatRiseKeepIt() {
		Story story = new Story().register(Detail.READ, 7, true, 0)
			.register(Detail.WRITE, 7, true, 1)
			.register(Detail.READ, 8, true, 1)
			.register(Detail.WRITE, 7, false, 1)
			.register(Detail.WRITE, 8, true, 2);
		assertThat(story.broken()).isEmpty();
	}

	@Test
	void olderTokenThatIsTakenAfterANewerOneBreaksIt() {
		Story story = new Story().register(Detail.WRITE, 8, true, 1).register(Detail.WRITE, 7, true, 2);
		assertThat(story.broken()).containsExactly("C3");
	}

	@Test
	void olderTokenThatIsTakenAfterAReadOfANewerOneBreaksIt() {
		Story story = new Story().register(Detail.READ, 8, true, 0).register(Detail.WRITE, 7, true, 1);
		assertThat(story.broken()).containsExactly("C3");
	}

	@Test
	void updateThatIsLostBreaksIt() {
		Story story = new Story().register(Detail.READ, 7, true, 0)
			.register(Detail.READ, 7, true, 0)
			.register(Detail.WRITE, 7, true, 1)
			.register(Detail.WRITE, 7, true, 1);
		assertThat(story.broken()).containsExactly("C3");
		assertThat(Rules.judge(story.history()).toString()).contains("register 'k' went from 1 to 1");
	}

	@Test
	void registerThatDidNotStartEmptyBreaksIt() {
		assertThat(new Story().register(Detail.WRITE, 7, true, 5).broken()).containsExactly("C3");
	}

}
