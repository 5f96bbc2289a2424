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

class OwnerCheckTests {

	@Test
	void enteringAgainWithTheSameTokenKeepsIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 40).event("n1", 10, again(7)).broken()).isEmpty();
	}

	@Test
	void enteringAgainWithAnotherTokenBreaksIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 40).event("n1", 10, again(8)).broken()).containsExactly("C4");
	}

	@Test
	void enteringAgainAfterLeavingBreaksIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 9).event("n1", 12, again(7)).broken()).containsExactly("C4");
	}

	@Test
	void enteringTheLockOfAnotherProcessBreaksIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 40).event("n2", 10, again(7)).broken()).containsExactly("C4");
	}

	private static Event again(long token) {
		return Events.granted("k", 2, token, 0, true);
	}

}
