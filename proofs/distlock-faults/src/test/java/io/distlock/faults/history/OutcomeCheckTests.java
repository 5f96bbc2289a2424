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
