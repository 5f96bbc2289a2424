/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.faults.history;

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
